import { describe, expect, it } from 'vitest';
import { corpusOf } from '../../../golden/questions/corpus.ts';
import type { EvaluationSet } from '../../../golden/questions/sets.ts';
import { recorded, recordedRanker } from '../../../golden/tune/recorded.ts';
import { compareOn, type TuneOptions, tune } from '../../../golden/tune/tune.ts';
import { variantOf } from '../../../golden/variants/variants.ts';
import { makeCaller } from '../../../shared/caller.ts';
import type { Arm, Candidate, RetrievalBackend } from '../../../shared/retrieval/backend.ts';
import { PROFILES } from '../../../shared/retrieval/profiles.ts';
import { queryOf } from '../../support/query.ts';

const candidate = (id: string): Candidate => ({ id, version: '1' });

/** Two arms: by words the relevant passage comes second, by meaning first. */
function backendOf(asked: string[]): Pick<RetrievalBackend, 'arms' | 'read'> {
  const arm = (name: string, ids: (text: string) => readonly string[]): Arm => ({
    name,
    async search({ text, limit }) {
      asked.push(`${name} ${text} ${limit}`);
      return { candidates: ids(text).slice(0, limit).map(candidate), path: 'fake' };
    },
  });
  return {
    arms: [arm('lexical', (text) => [`other-${text}:0`, `${text}:0`]), arm('dense', (text) => [`${text}:0`, `third-${text}:0`])],
    async read(_, candidates) {
      asked.push('read');
      return candidates.map(({ id }) => ({
        id,
        documentId: id.slice(0, -2),
        section: id,
        text: id,
        source: { title: id, uri: id, updatedAt: new Date(0) },
        metadata: {},
      }));
    },
  };
}

const setOf = (name: string, count: number): EvaluationSet => ({
  name,
  tenant: 'acme',
  documents: corpusOf([], 'acme'),
  queries: Array.from({ length: count }, (_, i) => ({ id: `q${i}`, text: `${name}${i}`, judged: new Map([[`${name}${i}`, 1]]) })),
});

const profile = { ...PROFILES.balanced, arms: { lexical: { depth: 10, weight: 1 }, dense: { depth: 10, weight: 0.01 } } };
const options = (backend: TuneOptions['backend'], more: Partial<TuneOptions> = {}): TuneOptions => ({
  backend,
  k: 2,
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  space: { 'dense.weight': [0.01, 5] },
  folds: 2,
  seed: '1',
  onProgress: () => {},
  ...more,
});

describe('the tuner', () => {
  const base = variantOf('hybrid', profile, undefined);

  it('reports the settings of one part of the queries on the other', async () => {
    const { folds, held, settings } = await tune([setOf('a', 8), setOf('b', 4)], base, options(backendOf([])));
    const second = 1 / Math.log2(3);
    expect(settings).toEqual({ 'dense.weight': 5 });
    expect(folds).toEqual(
      [1, 2].map(() => ({ settings: { 'dense.weight': 5 }, train: 1, held: { before: expect.closeTo(second), after: 1 } })),
    );
    expect(held).toMatchObject({ queries: 12, wins: 12, losses: 0, verdict: expect.stringMatching(/^better, p = 0\.000\d$/) });
    expect(held.difference).toBeCloseTo(1 - second);
  });

  it('reports them on sets that they were not chosen by', async () => {
    const unseen = await compareOn([setOf('c', 6)], base, { 'dense.weight': 5 }, options(backendOf([])));
    expect(unseen).toMatchObject({ queries: 6, wins: 6 });
  });

  it('keeps the default where nothing is better', async () => {
    const { settings, held } = await tune([setOf('a', 8)], base, options(backendOf([]), { space: { k: [60, 61] } }));
    expect(settings).toEqual({});
    expect(held).toMatchObject({ difference: 0, ties: 8, verdict: 'no difference shown (p = 1.00)' });
  });

  it('keeps the default where what was chosen is not shown to be better on other queries', async () => {
    const { chosen, settings, held } = await tune([setOf('a', 4)], base, options(backendOf([])));
    expect(held).toMatchObject({ wins: 4, p: 2 / 2 ** 4 });
    expect([chosen, settings]).toEqual([{ 'dense.weight': 5 }, {}]);
  });

  it('refuses more folds than queries', async () => {
    await expect(tune([setOf('a', 1)], base, options(backendOf([])))).rejects.toThrow('2 folds of 1 queries; name sets with more');
  });
});

describe('a recorded backend', () => {
  it('asks each question once, and another one anew', async () => {
    const asked: string[] = [];
    const backend = recorded(backendOf(asked));
    const query = (text: string, limit: number) => queryOf(makeCaller('acme', [], 'me'), text, { limit });
    for (const _ of [1, 2]) {
      const { candidates } = (await backend.arms[0]?.search(query('x', 2))) ?? { candidates: [] };
      await backend.read(query('x', 2), candidates, new AbortController().signal);
    }
    await backend.arms[0]?.search(query('x', 1));
    await backend.arms[1]?.search(query('x', 2));
    expect(asked).toEqual(['lexical x 2', 'read', 'lexical x 1', 'dense x 2']);
  });
});

describe('a recorded ranking model', () => {
  it('is asked once for the same query and records', async () => {
    let calls = 0;
    const ranker = recordedRanker({
      model: 'test',
      rank: async (_, records) => {
        calls++;
        return records.map(({ id }) => ({ id, score: 1 }));
      },
      close: async () => {},
    });
    const signal = new AbortController().signal;
    const record = { id: 'a', title: 'A', text: 'a' };
    for (const _ of [1, 2]) expect(await ranker.rank('x', [record], signal)).toEqual([{ id: 'a', score: 1 }]);
    await ranker.rank('y', [record], signal);
    expect(calls).toBe(2);
  });
});
