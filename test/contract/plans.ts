import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { parseFilter } from '../../shared/retrieval/filter.ts';
import type { Paths } from '../../shared/retrieval/pgvector/paths.ts';
import { createStore, type Driver } from '../../shared/retrieval/pgvector/store/store.ts';
import { type CountingEmbedder, countingEmbedder } from '../fakes/embedder.ts';
import { documentOf } from '../support/documents.ts';
import { explaining, nodesOf, type PlanNode, pathTo } from '../support/plans.ts';
import { queryOf } from '../support/query.ts';
import { backendOver, type TestBackend } from '../support/stores.ts';

const never = new AbortController().signal;
const TENANT = 'planned';
const DOCUMENTS = 300;
const BY_INDEX: Paths = { dense: 0, bm25: 0, tsvector: -1 };
const SCOPE_FIRST: Paths = { dense: 1e9, bm25: 1e9, tsvector: 1e9 };

/** What the planner may believe of a tenant's tables: rows, and pages that they are on. */
const BELIEFS = { nothing: [-1, 0], 'far too little': [1, 1_000], 'far too much': [1e8, 1] } as const;

/** How the database goes about what the arms ask, whatever it takes the tables to hold: the choice of a way is ours. */
export function plansContract(
  name: string,
  open: (embedder: CountingEmbedder, options: { hnswMinVectors: number }) => Promise<TestBackend>,
): void {
  describe(`${name}: plans`, () => {
    let backend: RetrievalBackend;
    let driver: Driver;
    let hasBm25: boolean;
    const embedder = countingEmbedder();
    beforeAll(async () => {
      ({ backend, driver } = await open(embedder, { hnswMinVectors: 50 }));
      for (const tenant of ['acme', 'globex']) await backend.put(documentOf('# Wombat E-4021\n\nrare7 ones\n', { tenant }), never);
      for (let i = 0; i < DOCUMENTS; i++)
        await backend.put(
          documentOf(`# Page ${i}\n\nPlanned words number ${i}, and rare${i % 100} ones.\n`, {
            tenant: TENANT,
            documentId: `p${i}.md`,
            metadata: { tenth: i % 10 },
          }),
          never,
        );
      await backend.maintain(never);
      const [row] = await driver.transaction([], (session) =>
        session.query<{ bm25: boolean }>("SELECT to_regclass('kb_chunk_bm25') IS NOT NULL AS bm25"),
      );
      hasBm25 = row?.bm25 ?? false;
    }, 120_000);
    afterAll(() => backend.close());

    /** The plans of what an arm runs. */
    const plansOf = async (arm: string, paths: Paths, filter: unknown = {}) => {
      const plans: PlanNode[] = [];
      const store = explaining(createStore(driver, { read: 20_000, write: 20_000 }), plans);
      const watched = await backendOver(store, embedder, { paths });
      const query = queryOf(makeCaller(TENANT, [], 'me'), 'rare7 ones of E-4021', { filter: parseFilter(filter) });
      await watched.arms.find((each) => each.name === arm)?.search(query);
      return plans;
    };
    const believe = async (belief: keyof typeof BELIEFS) => {
      const [rows, pages] = BELIEFS[belief];
      await driver.transaction([], async (session) => {
        await session.query("DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE relname LIKE '%_planned%')");
        await session.query("UPDATE pg_class SET reltuples = $1, relpages = $2 WHERE relname LIKE '%_planned%' AND relkind IN ('r', 'i')", [
          rows,
          pages,
        ]);
      });
    };
    const learn = () => driver.transaction([], (session) => session.query('SELECT kb_analyze_tenant($1)', [TENANT]));
    const readWhole = (plans: readonly PlanNode[]) =>
      plans
        .flatMap(nodesOf)
        .flatMap((node) =>
          node['Node Type'] === 'Seq Scan' && /_planned$/.test(node['Relation Name'] ?? '') ? [node['Relation Name']] : [],
        );
    const expectInIndexOrder = (plans: readonly PlanNode[], index: RegExp) => {
      const path = plans.map((plan) => pathTo(plan, index)).find((each) => each.length > 0) ?? [];
      const nodes = path.map((node) => node['Node Type']);
      expect(nodes.at(-1)).toBe('Index Scan');
      // Nothing between the limit and the index sorts.
      expect(nodes.slice(nodes.lastIndexOf('Limit')).filter((type) => /Sort/.test(type))).toEqual([]);
    };
    const all = [...(['nothing', 'far too little', 'far too much'] as const), 'the truth'] as const;

    describe.each(all)('where the planner believes %s', (belief) => {
      beforeAll(() => (belief === 'the truth' ? learn() : believe(belief)));

      it('go through the vector index in its own order, and look everything up by its key', async () => {
        for (const filter of [{}, { tenth: 3 }, { tenth: { gt: 8 } }]) {
          const [first, ...more] = await plansOf('dense', BY_INDEX, filter);
          expectInIndexOrder(first ? [first] : [], /^kb_hnsw_\w+_planned$/);
          // What is left out when the index gives up is searched another way.
          expect(readWhole(first ? [first] : [])).toEqual([]);
          expect(more.length).toBeLessThanOrEqual(1);
        }
      });

      it('go through the lexical index in its own order where it has one, and look everything up by its key', async () => {
        for (const filter of [{}, { tenth: 3 }, { tenth: { gt: 8 } }]) {
          const plans = await plansOf('lexical', BY_INDEX, filter);
          if (hasBm25) expectInIndexOrder(plans, /^kb_chunk_planned_search_text_idx$/);
          expect(readWhole(plans)).toEqual([]);
        }
      });

      it('touch no other tenant’s partition', async () => {
        for (const arm of ['lexical', 'dense', 'identifier'])
          for (const paths of [BY_INDEX, SCOPE_FIRST]) expect(JSON.stringify(await plansOf(arm, paths))).not.toMatch(/acme|globex/);
      });
    });
  });
}
