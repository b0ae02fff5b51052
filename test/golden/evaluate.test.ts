import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EvaluateOptions, resultOf, runSet } from '../../golden/evaluate.ts';
import { corpusOf } from '../../golden/questions/corpus.ts';
import type { EvaluationSet } from '../../golden/questions/sets.ts';
import { Unavailable } from '../../shared/errors.ts';
import type { Ranker } from '../../shared/models/rank/ranker.ts';
import { PROFILES } from '../../shared/retrieval/profiles.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { documentOf } from '../support/documents.ts';
import { embeddedBackend, type TestBackend } from '../support/stores.ts';

const never = new AbortController().signal;
const documents = [
  documentOf('# Pump\n\nThe pump needs priming after every pump change.\n', { documentId: 'pump.md' }),
  documentOf('# Tubing\n\nTubing for the pump is made of silicone.\n', { documentId: 'tubing.md' }),
];
const set: EvaluationSet = {
  name: 'test',
  tenant: 'acme',
  documents: corpusOf(documents, 'acme'),
  queries: [{ id: 'q', text: 'pump', judged: new Map([['tubing.md', 1]]) }],
};

describe('evaluate', () => {
  let store: TestBackend;
  beforeAll(async () => {
    store = await embeddedBackend(countingEmbedder());
    for (const document of documents) await store.backend.put(document, never);
  });
  afterAll(() => store.backend.close());

  const run = async (more: Partial<EvaluateOptions> = {}, of = set) => resultOf(of, await runSet(of, { ...options(), ...more }), 10);
  const options = (): EvaluateOptions => ({
    backend: store.backend,
    profile: { ...PROFILES.balanced, arms: { lexical: { depth: 50, weight: 1 } } },
    k: 10,
    timeoutMs: 20_000,
    signal: never,
    onProgress: () => {},
  });
  const rankerOf = (rank: Ranker['rank']): Ranker => ({ model: 'test', rank, close: async () => {} });

  it('measures where the relevant documents stand, by query and in the mean', async () => {
    const { metrics, byQuery } = await run();
    expect(metrics).toMatchObject({ mrr: 1 / 2, 'ndcg@10': 1 / Math.log2(3), 'recall@10': 1, 'precision@10': 1 / 10 });
    expect(byQuery.mrr).toEqual(new Map([['q', 1 / 2]]));
  });

  it('keeps what each stage had, and what came first', async () => {
    const { runs } = await run({ profile: { ...options().profile, mmr: { lambda: 1, depth: 10 } } });
    expect(runs[0]?.stages).toEqual(['lexical', 'fusion', 'mmr', 'list'].map((stage) => ({ stage, ranking: ['pump.md', 'tubing.md'] })));
    expect(runs[0]).toMatchObject({ passages: 2, leaks: 0, first: [{ id: 'pump.md:0', section: 'Pump' }, { id: 'tubing.md:0' }] });
  });

  it('counts what somebody got who must get nothing of it', async () => {
    const guarded = { ...set, queries: set.queries.map((query) => ({ ...query, denied: [[], ['hr']] })) };
    expect((await run({}, guarded)).metrics.leaks).toBe(2);
  });

  it('measures the order of the ranking model where it is given one', async () => {
    const last = rankerOf(async (_, records) => records.toReversed().map(({ id }, i) => ({ id, score: 1 - i / 10 })));
    expect((await run({ ranker: last })).metrics.mrr).toBe(1);
  });

  it('does not measure a search without a stage that is not available', async () => {
    const down = rankerOf(async () => {
      throw new Unavailable('The ranking model is away.');
    });
    await expect(run({ ranker: down })).rejects.toThrow('The ranking model is away.');
  });
});
