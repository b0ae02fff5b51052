import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import type { Found, Query, RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { parseFilter } from '../../shared/retrieval/filter.ts';
import type { Paths } from '../../shared/retrieval/pgvector/paths.ts';
import { createStore, type Driver } from '../../shared/retrieval/pgvector/store/store.ts';
import { mean } from '../bm25/scifact.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { documentOf } from '../support/documents.ts';
import { explaining, nodesOf, type PlanNode } from '../support/plans.ts';
import { queryOf } from '../support/query.ts';
import { backendOver, nativeBackend } from '../support/stores.ts';
import { CHUNKS, fillLarge, SLICES, sentence, TENANT } from './large-tenant.ts';

const never = new AbortController().signal;

describe(`a tenant of ${CHUNKS} chunks on a native server`, () => {
  let backend: RetrievalBackend;
  let driver: Driver;
  const embedder = countingEmbedder();
  beforeAll(async () => {
    ({ backend, driver } = await nativeBackend(embedder));
    // Makes its partitions and its language.
    await backend.put(documentOf('# Page\n\nThe gnu is alone.\n', { tenant: TENANT }), never);
    await fillLarge(driver, embedder.model, embedder.dimensions);
    expect(await backend.maintain(never)).toEqual([expect.stringMatching(/HNSW index over \d+ vectors/)]);
  }, 600_000);
  afterAll(() => backend.close());

  const over = (paths?: Paths, plans: PlanNode[] = []) =>
    backendOver(explaining(createStore(driver, { read: 60_000, write: 60_000 }), plans), embedder, paths ? { paths } : {});
  const search = async (of: RetrievalBackend, arm: string, text: string, more: Partial<Query>): Promise<Found> => {
    const found = await of.arms.find((each) => each.name === arm)?.search(queryOf(makeCaller(TENANT, [], 'me'), text, more));
    return found ?? { candidates: [], path: 'no such arm' };
  };

  it.each(Object.entries(SLICES))('finds as many of %s (%i) as are wanted', async (slice, matching) => {
    for (const arm of ['lexical', 'dense'])
      for (const limit of [1, 6, 40, 100]) {
        const { candidates } = await search(backend, arm, 'zebra word7 word40', { limit, filter: parseFilter({ slice }) });
        expect(candidates).toHaveLength(Math.min(limit, matching));
        for (const { id } of candidates) expect(Number(/\d+/.exec(id)?.[0]) % (CHUNKS / matching)).toBe(0);
      }
  });

  it.each([
    ['all', 'hnsw iterative', 'tsvector threshold'],
    ['thousandth', 'exact', 'tsvector, scope first'],
  ])('searches %s by the way that is cheaper, and says which', async (slice, dense, lexical) => {
    const asked = { limit: 40, explain: true, filter: parseFilter({ slice }) };
    const found = await search(backend, 'dense', 'zebra word7', asked);
    expect(found).toMatchObject({ path: dense, scanned: expect.any(Number) });
    expect((await search(backend, 'lexical', 'zebra word7', asked)).path).toMatch(lexical);
  });

  it('recalls 98 in 100 of the 40 nearest, and 90 where it recalls least, of all and of a tenth', { timeout: 120_000 }, async () => {
    const [index, exact] = [await over({ dense: 0, bm25: 0, tsvector: -1 }), await over({ dense: 1e9, bm25: 1e9, tsvector: 1e9 })];
    for (const slice of ['all', 'tenth']) {
      const recalls: number[] = [];
      for (let i = 0; i < 40; i++) {
        const [text, asked] = [sentence(), { limit: 40, filter: parseFilter({ slice }) }];
        const [near, nearest] = [await search(index, 'dense', text, asked), await search(exact, 'dense', text, asked)];
        expect([near.path, nearest.path]).toEqual(['hnsw iterative', 'exact']);
        // One as near as the last of them is as good.
        const least = (nearest.candidates.at(-1)?.score ?? 1) - 1e-6;
        recalls.push(near.candidates.filter(({ score = 0 }) => score >= least).length / 40);
      }
      expect(mean(recalls)).toBeGreaterThanOrEqual(0.98);
      expect(mean(recalls.sort((a, b) => a - b).slice(0, recalls.length / 10))).toBeGreaterThanOrEqual(0.9);
    }
  });

  it('goes through the index of terms, also right after rows were written', async () => {
    const plans: PlanNode[] = [];
    const watched = await over(undefined, plans);
    await search(watched, 'lexical', 'word7 word40 word250', { limit: 10 });
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(nodesOf(plan).map((node) => node['Index Name'])).toContain('kb_terms_large_terms_idx');
  });

  it('has its common terms counted by maintenance, each as often as counting finds it, and forgets them when it is erased', async () => {
    const query = <Row extends object>(sql: string) => driver.transaction([], (session) => session.query<Row>(sql));
    const [known] = await query<{ chunks: number; terms: string[]; counts: number[] }>('SELECT chunks, terms, counts FROM kb_common_terms');
    const [counted] = await query<{ chunks: number; often: number }>(
      "SELECT count(*)::int AS chunks, (count(*) FILTER (WHERE terms @@ 'word7'))::int AS often FROM kb_terms",
    );
    expect(known?.chunks).toBe(counted?.chunks);
    expect(known?.counts[known.terms.indexOf('word7')]).toBe(counted?.often);
    for (const count of known?.counts ?? []) expect(count).toBeGreaterThanOrEqual(Math.floor(CHUNKS / 500));
    await backend.drop(TENANT);
    expect(await query('SELECT FROM kb_common_terms')).toEqual([]);
  });
});
