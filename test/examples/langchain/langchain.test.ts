import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ToolMessage } from '@langchain/core/messages';
import { createClient } from '../../../shared/client/index.ts';
import { type Groundwire, startGroundwire } from '../groundwire.ts';
import { GroundwireRetriever } from './retriever.ts';
import { searchTool } from './search-tool.ts';

const QUERY = 'who pays the postage of a return';

let groundwire: Groundwire;
before(async () => {
  groundwire = await startGroundwire({
    'acme/returns.md': '# Returns\n\nThe buyer pays the postage of a return.\n',
    'globex/returns.md': '# Returns\n\nGlobex never takes anything back, whatever the postage of a return.\n',
  });
});
after(() => groundwire.stop());

const call = (args: Record<string, unknown>, configurable: Record<string, unknown>) =>
  searchTool(groundwire.url).invoke({ type: 'tool_call', id: 'call-1', name: 'search_docs', args }, { configurable });

test('the retriever gives documents with what a citation needs', async () => {
  const client = createClient({ url: groundwire.url, token: groundwire.token('acme') });
  const documents = await new GroundwireRetriever(client, { top_k: 3 }).invoke(QUERY);
  assert.deepEqual(
    documents.map(({ id, pageContent, metadata }) => ({ id, pageContent, title: metadata.title })),
    [{ id: 'returns.md:0', pageContent: 'The buyer pays the postage of a return.', title: 'Returns' }],
  );
  assert.match(documents[0]?.metadata.uri, /acme\/returns\.md$/);
});

test('the tool gives the model text and the program passages', async () => {
  const message = await call({ query: QUERY }, { groundwire_token: groundwire.token('acme') });
  assert.ok(message instanceof ToolMessage);
  assert.equal(message.content, '[returns.md:0] Returns\n The buyer pays the postage of a return.');
  assert.equal(message.artifact[0].id, 'returns.md:0');
});

test('the tenant is the one of the token in the configuration, whatever the model says', async () => {
  const forged = { query: QUERY, tenant: 'globex', groundwire_token: groundwire.token('globex') };
  const message = await call(forged, { groundwire_token: groundwire.token('acme') });
  assert.doesNotMatch(JSON.stringify(message), /Globex never takes/);
  await assert.rejects(call(forged, {}), /groundwire_token is not set/);
});

test('the model reads what was wrong with its call', async () => {
  const message = await call({ query: ' ' }, { groundwire_token: groundwire.token('acme') });
  assert.match(String(message.content), /^INVALID_QUERY/);
});
