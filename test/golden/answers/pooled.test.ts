import { describe, expect, it } from 'vitest';
import { pooled } from '../../../golden/answers/pooled.ts';
import type { Answerer, Part } from '../../../shared/answering/roles.ts';
import { answerTurn } from '../../../shared/answering/turn.ts';
import { NO_USAGE } from '../../../shared/models/generate/usage.ts';
import type { Hit } from '../../../shared/retrieval/backend.ts';

const never = new AbortController().signal;
const hit = (id: string): Hit => ({
  id: `${id}:0`,
  documentId: id,
  section: '',
  text: `About ${id}.`,
  source: { title: id, uri: `gs://local/acme/${id}`, updatedAt: new Date(0) },
  metadata: {},
});
const asked = { question: 'One? Two?', history: [], day: '2026-11-30' };

/** Answers with all that it is given, and remembers what it was asked. */
function answering(parts: readonly Part[]) {
  const calls: string[] = [];
  const said = <T>(role: string, value: T) => {
    calls.push(role);
    return { value, usage: { ...NO_USAGE, calls: 1 } };
  };
  const answerer: Answerer = {
    model: 'test',
    control: async ({ hop, question }) =>
      said(
        'control',
        hop === 0 ? { action: 'retrieve', reason: '', queries: [question], missing: question } : { action: 'answer', reason: '' },
      ),
    rewrite: async () => said('rewrite', parts),
    answer: async (question, given) =>
      said(`answer ${question}`, Array.from(given, ([marker, { documentId }]) => `About ${documentId} ${marker}.`).join(' ')),
    reduce: async (_, notes) => said('reduce', notes.map(({ answer }) => answer).join(' ')),
    close: async () => {},
  };
  return { answerer, calls };
}

const limits = { mostPassages: 1, mostTokens: 1_000 };
const search = async (query: string) => ({ hits: [hit(query), hit(`${query}-again`)], degraded: [] });
const turn = async (how: ReturnType<typeof pooled>) => answerTurn(asked, { ...how, search, budget: { tokens: 1e9, costUsd: 1 } }, never);
const two: readonly Part[] = [
  { question: 'One?', queries: ['One'] },
  { question: 'Two?', queries: [] },
];

describe('the pooled variant', () => {
  it('answers all parts in one call, from as many passages as they would have had', async () => {
    const { answerer, calls } = answering(two);
    const { given, answer } = await turn(pooled({ answerer, limits }));
    expect(calls).toEqual(['control', 'rewrite', 'answer One? Two?']);
    expect(Array.from(given.values(), ({ documentId }) => documentId)).toEqual(['One', 'Two?']);
    expect(answer).toBe('About One [S1]. About Two? [S2].');
  });

  it('differs from the loop in nothing else', async () => {
    const { answerer, calls } = answering(two);
    await turn({ answerer, limits });
    expect(calls).toEqual(['control', 'rewrite', 'answer One?', 'answer Two?', 'reduce']);
  });

  it('leaves a question of one part as it is, its coverage judged', async () => {
    const [loop, pool] = [answering(two.slice(0, 1)), answering(two.slice(0, 1))];
    const [a, b] = [await turn({ answerer: loop.answerer, limits }), await turn(pooled({ answerer: pool.answerer, limits }))];
    expect(pool.calls).toEqual(loop.calls);
    expect(pool.calls).toEqual(['control', 'rewrite', 'control', 'answer One?']);
    expect(b).toEqual(a);
  });
});
