import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { InMemoryRunner, type LlmAgent, LogLevel, setLogLevel } from '@google/adk';
import { type Groundwire, startGroundwire } from '../groundwire.ts';
import { createAgent, createMcpAgent } from './agent.ts';
import { citedIn, REFUSAL } from './grounding.ts';
import { type Said, ScriptedModel } from './scripted-model.ts';
import { TENANT } from './search-tool.ts';

const QUERY = 'who pays the postage of a return';
const SEARCH: Said = { call: 'search_docs', args: { query: QUERY } };
const GROUNDED = 'The buyer pays the postage [returns.md:0].';

let groundwire: Groundwire;
before(async () => {
  setLogLevel(LogLevel.ERROR);
  groundwire = await startGroundwire({
    'acme/returns.md': '# Returns\n\nThe buyer pays the postage of a return.\n',
    'globex/returns.md': '# Returns\n\nGlobex never takes anything back, whatever the postage of a return.\n',
  });
});
after(() => groundwire.stop());

const tokenOf = async (tenant: string) => groundwire.token(tenant);

/** What an agent says to each question of a session, in order, and the session's state after it. */
async function talk(agent: LlmAgent, state: Record<string, unknown>, questions: readonly string[] = [QUERY]) {
  const runner = new InMemoryRunner({ agent, appName: 'example' });
  const { id: sessionId } = await runner.sessionService.createSession({ appName: 'example', userId: 'u', state });
  const replies: string[] = [];
  const shown: string[] = [];
  for (const text of questions) {
    let reply = '';
    for await (const event of runner.runAsync({ userId: 'u', sessionId, newMessage: { role: 'user', parts: [{ text }] } })) {
      for (const part of event.content?.parts ?? []) {
        if (!part.text) continue;
        shown.push(part.text);
        if (!event.partial) reply = part.text;
      }
    }
    replies.push(reply);
  }
  const session = await runner.sessionService.getSession({ appName: 'example', userId: 'u', sessionId });
  return { replies, shown, state: session?.state ?? {} };
}

const ask = async (script: readonly Said[], state: Record<string, unknown> = { [TENANT]: 'acme' }, questions?: readonly string[]) => {
  const model = new ScriptedModel(script);
  return { model, ...(await talk(createAgent(groundwire.url, tokenOf, model), state, questions)) };
};

test('shows an answer that cites what was retrieved, and keeps the ids in the session', async () => {
  const { replies, state, model } = await ask([SEARCH, GROUNDED]);
  assert.deepEqual(replies, [GROUNDED]);
  assert.equal(state['retrieved:returns.md:0'], true);
  assert.match(JSON.stringify(model.requests[1]?.contents), /The buyer pays the postage of a return/);
});

test('refuses in the place of a model that invents an id, cites another, or none, or does not search', async () => {
  for (const said of [
    'The buyer pays [prices.md:7].',
    'The buyer pays [returns.md:0]. It costs 5 EUR [prices.md:7].',
    'The buyer pays [returns.md:0, prices.md:7].',
    'The buyer pays.',
    'The buyer pays [Annual report].',
  ]) {
    assert.deepEqual((await ask([SEARCH, said])).replies, [REFUSAL], said);
  }
  assert.deepEqual((await ask([GROUNDED])).replies, [REFUSAL]);
});

test('lets the model say that there is nothing', async () => {
  assert.deepEqual((await ask([SEARCH, REFUSAL])).replies, [REFUSAL]);
});

test('what was retrieved holds for the session, and for no other', async () => {
  const script = [SEARCH, GROUNDED, GROUNDED];
  assert.deepEqual((await ask(script, { [TENANT]: 'acme' }, ['first', 'and again?'])).replies, [GROUNDED, GROUNDED]);
  assert.deepEqual((await ask([GROUNDED])).replies, [REFUSAL]);
});

test('the tenant is the one of the session, whatever the model says', async () => {
  const forged: Said = { call: 'search_docs', args: { query: QUERY, tenant: 'globex', 'user:tenant_id': 'globex' } };
  const { model, state } = await ask([forged, GROUNDED]);
  const seen = JSON.stringify(model.requests[1]?.contents);
  assert.match(seen, /The buyer pays/);
  assert.doesNotMatch(seen, /Globex never takes/);
  assert.equal(state[TENANT], 'acme');
  assert.doesNotMatch(JSON.stringify(model.requests[0]?.config?.tools), /tenant/);
});

test('two sessions of one agent see their own documents', async () => {
  const seen = async (tenant: string) => {
    const { model } = await ask([SEARCH, GROUNDED], { [TENANT]: tenant });
    return JSON.stringify(model.requests[1]?.contents);
  };
  const [acme, globex] = await Promise.all([seen('acme'), seen('globex')]);
  assert.doesNotMatch(acme, /Globex never takes/);
  assert.doesNotMatch(globex, /The buyer pays/);
});

test('without a tenant in the session nothing is searched', async () => {
  const { model, replies } = await ask([SEARCH, GROUNDED], {});
  assert.match(JSON.stringify(model.requests[1]?.contents), /Nobody is signed in/);
  assert.deepEqual(replies, [REFUSAL]);
});

test('the model reads what was wrong with its call', async () => {
  const { model } = await ask([{ call: 'search_docs', args: { query: '  ' } }, REFUSAL]);
  assert.match(JSON.stringify(model.requests[1]?.contents), /INVALID_QUERY/);
});

test('calls that the model makes at once all count', async () => {
  const model = new (class extends ScriptedModel {
    override async *generateContentAsync(...[request]: Parameters<ScriptedModel['generateContentAsync']>) {
      if (this.requests.length > 0) return yield* super.generateContentAsync(request);
      this.requests.push(request);
      const parts = ['postage', 'takes back'].map((query) => ({ functionCall: { name: 'search_docs', args: { query } } }));
      yield { content: { role: 'model', parts } };
    }
  })([GROUNDED]);
  assert.deepEqual((await talk(createAgent(groundwire.url, tokenOf, model), { [TENANT]: 'acme' })).replies, [GROUNDED]);
});

test('nothing that is streamed is shown before it has been checked', async () => {
  const model = new ScriptedModel([SEARCH, 'It costs 5 EUR [prices.md:7].'], ['It costs ', '5 EUR']);
  const { shown } = await talk(createAgent(groundwire.url, tokenOf, model), { [TENANT]: 'acme' });
  assert.deepEqual(shown, [REFUSAL]);
});

test('the same holds over the Model Context Protocol', async () => {
  const over = async (tenant: string, script: readonly Said[]) => {
    const model = new ScriptedModel(script);
    const agent = createMcpAgent(groundwire.url, await groundwire.token(tenant), model);
    return { model, ...(await talk(agent, {})) };
  };
  const forged: Said = { call: 'search_docs', args: { query: QUERY, tenant: 'globex' } };
  const grounded = await over('acme', [forged, GROUNDED]);
  assert.deepEqual(grounded.replies, [GROUNDED]);
  assert.doesNotMatch(JSON.stringify(grounded.model.requests), /Globex never takes/);
  assert.deepEqual((await over('acme', [SEARCH, 'The buyer pays [prices.md:7].'])).replies, [REFUSAL]);
  const opened = await over('acme', [{ call: 'open_passage', args: { id: 'returns.md:0' } }, GROUNDED]);
  assert.deepEqual(opened.replies, [GROUNDED]);
  const missing = await over('acme', [{ call: 'open_passage', args: { id: 'prices.md:7' } }, 'It is [prices.md:7].']);
  assert.deepEqual(missing.replies, [REFUSAL]);
  assert.match(JSON.stringify(missing.model.requests[1]?.contents), /NOT_FOUND/);
});

test('reads ids from brackets, also several', () => {
  assert.deepEqual(citedIn('A [a b.md:0]. B [c.md:1, d.md:2]. [see](x) [e] [a b.md:0]'), ['a b.md:0', 'c.md:1', 'd.md:2']);
});
