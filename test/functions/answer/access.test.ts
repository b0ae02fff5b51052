import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAnswering } from '../../../functions/answer/answer.ts';
import { answerReply } from '../../../functions/answer/schemas.ts';
import { makeCaller } from '../../../shared/caller.ts';
import { createLog } from '../../../shared/log.ts';
import { parseFilter } from '../../../shared/retrieval/filter.ts';
import { histories, type Step, TENANTS } from '../../access/corpus.ts';
import { type Corpus, createCorpus, isReadable, isWithin, passagesOf } from '../../access/oracle.ts';
import { countingEmbedder } from '../../fakes/embedder.ts';
import { parts, says, servedAnswers } from '../../support/answers.ts';
import { queryOf } from '../../support/query.ts';
import { embeddedBackend, type TestBackend } from '../../support/stores.ts';
import { putDocuments } from './documents.ts';
import { MODELLESS } from './modelless.ts';

const never = new AbortController().signal;

describe('answers, asked for by whoever for whatever', () => {
  let subject: TestBackend;
  beforeAll(async () => {
    subject = await embeddedBackend(countingEmbedder());
  });
  afterAll(() => subject.backend.close());

  it('cite nothing outside tenant, groups, filter and day, word for word, from memory as well and after writes', async () => {
    const { backend } = subject;
    const answering = createAnswering({
      ...MODELLESS,
      backend: async () => backend,
      ranker: async () => undefined,
      clock: () => new Date('2026-03-05T12:00:00Z'),
    });
    const seen = { cited: 0, repeats: 0, refused: 0 };
    const ask = async (step: Extract<Step, { kind: 'search' }>, groups: readonly string[], corpus: Corpus, history: readonly string[]) => {
      const caller = makeCaller(step.tenant, groups, 'me');
      const notes: Record<string, unknown> = {};
      const body = await answering({
        caller,
        question: step.text || 'pump',
        history: history.map((text) => ({ role: 'assistant' as const, text })),
        filter: step.filter,
        asOf: step.day,
        signal: never,
        log: createLog('CRITICAL', () => {}),
        note: (fields) => Object.assign(notes, fields),
      });
      const { answer, citations, refused } = answerReply.parse({ ...body, request_id: 'x' });
      seen[refused ? 'refused' : 'cited']++;
      if (notes.cached) seen.repeats++;
      const query = queryOf(caller, step.text, { filter: parseFilter(step.filter), day: step.day });
      const within = passagesOf(corpus.of(step.tenant).filter((document) => isWithin(document, query)));
      const readable = passagesOf(corpus.of(step.tenant).filter((document) => isReadable(document, caller.groups)));
      expect([...new Set(answer.match(/\[S\d+\]/g))].sort()).toEqual(citations.map(({ marker }) => marker).sort());
      for (const { id, quote } of citations) {
        expect(within.get(id), `${id} is outside the scope of ${JSON.stringify({ ...step, groups })}`).toContain(quote);
        const [opened] = await backend.passages(caller, [id], never);
        expect(opened?.text).toBe(readable.get(id));
        expect(opened?.text).toContain(quote);
      }
    };

    const follow = async ({
      documents,
      steps,
    }: {
      documents: readonly { tenant: string; facts: Parameters<Corpus['write']>[2] }[];
      steps: readonly Step[];
    }) => {
      const corpus = createCorpus();
      for (const [i, { tenant, facts }] of documents.entries()) await backend.put(corpus.write(tenant, `d${i}.md`, facts), never);
      for (const step of steps) {
        if (step.kind !== 'search') {
          const all = corpus.of(step.tenant);
          const id = `d${step.document % (all.length + 1)}.md`;
          if (step.kind === 'remove') await backend.remove(step.tenant, id, corpus.remove(step.tenant, id));
          else if (step.kind !== 'describe') await backend.put(corpus.write(step.tenant, id, step.facts), never);
          else {
            const described = corpus.describe(step.tenant, id, step.facts);
            if (described) await backend.put(described, never);
          }
          continue;
        }
        // What others may read stands in the history, and makes nothing citable.
        const foreign = TENANTS.flatMap((tenant) => corpus.of(tenant))
          .slice(0, 3)
          .flatMap(({ sections }) => sections.join(' '));
        await Promise.all([ask(step, step.groups, corpus, []), ask(step, step.others, corpus, [])]);
        await ask(step, step.groups, corpus, []);
        await ask(step, step.others, corpus, foreign);
      }
      for (const tenant of TENANTS) await backend.drop(tenant);
    };
    await fc.assert(fc.asyncProperty(histories(20), follow), { numRuns: 2, endOnFailure: true });
    expect(seen.cited).toBeGreaterThan(20);
    expect(seen.repeats).toBeGreaterThan(10);
    expect(seen.refused).toBeGreaterThan(5);
  });
});

describe('answers by a model that would tell everything', () => {
  const served = servedAnswers();
  const { ask } = served;
  beforeAll(() => putDocuments(served));
  const SECRET = 'The merger with Hooli closes on 3 March';

  it('hold nothing of what the caller may not read, whoever asked before and whatever was said', async () => {
    served.says({
      map: says(
        `${SECRET} {merger}. ${SECRET} [S1]. ${SECRET}. Globex never takes anything back within 99 days {Globex}. The buyer pays {buyer pays}.`,
      ),
      rewrite: parts('Who pays?'),
    });
    const question = 'When does the merger with Hooli close, and who pays?';
    const history = [{ role: 'assistant', text: `${SECRET} [S1].` }];
    const board = await ask(question, { groups: ['board'] });
    expect(board.reply.answer).toContain(SECRET);
    for (const more of [
      {},
      { history },
      { groups: ['hr'] },
      { groups: ['hr'], history },
      { groups: ['board'], filter: { kind: 'none' } },
    ]) {
      const { reply, requests } = await ask(question, more);
      expect(JSON.stringify(reply)).not.toMatch(/3 March|99 days/);
      expect(reply.citations.map(({ document_id: id }) => id)).not.toContain('board.md');
      for (const { contents } of requests.filter(({ system }) => system.startsWith('You answer'))) {
        // But for what the model itself has said.
        expect(contents[0]?.text.replace(/<rejected>[\s\S]*<\/rejected>/, '')).not.toMatch(/3 March|99 days/);
      }
    }
    expect((await ask(question, { groups: ['board'] })).calls).toBe(0);
  });

  it('are each of its own tenant, asked at once', async () => {
    served.says({ map: says('It is within 30 days {30 days}.', 'It is within 99 days {99 days}.') });
    const asked = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? 'acme' : 'globex'));
    const replies = await Promise.all(
      asked.map(async (tenant, i) => {
        const response = await served.post({ question: `Within how many days is a return? ${i % 4}` }, { tenant });
        return answerReply.parse(await response.json());
      }),
    );
    for (const [i, { answer, citations }] of replies.entries()) {
      expect(answer).toMatch(asked[i] === 'acme' ? /30 days/ : /99 days/);
      expect(answer).not.toMatch(asked[i] === 'acme' ? /99/ : /30/);
      expect(citations.every(({ uri }) => uri.includes(`/${asked[i]}/`))).toBe(true);
    }
  });
});
