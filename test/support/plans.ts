import { z } from 'zod';
import type { Session, Store } from '../../shared/retrieval/pgvector/store/store.ts';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}

const node: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  get Plans() {
    return z.array(node).optional();
  },
});
const explained = z.tuple([z.object({ Plan: node })]);

/** A store that keeps the plan of every statement that its readers run on passages, as they run it, in `plans`. */
export const explaining = (store: Store, plans: PlanNode[]): Store => ({
  ...store,
  reading: (access, signal, work, settings) =>
    store.reading(
      access,
      signal,
      (session) => {
        const watched: Session = {
          ...session,
          async query(sql, values) {
            if (sql.includes('kb_passage')) {
              const [row] = await session.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (FORMAT JSON) ${sql}`, values);
              plans.push(explained.parse(row?.['QUERY PLAN'])[0].Plan);
            }
            return session.query(sql, values);
          },
        };
        return work(watched);
      },
      settings,
    ),
});

/** Every node of a plan. */
export const nodesOf = (plan: PlanNode): readonly PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The nodes from the plan's root down to the first scan of an index of that name; empty where there is none. */
export function pathTo(plan: PlanNode, index: RegExp): readonly PlanNode[] {
  if (index.test(plan['Index Name'] ?? '')) return [plan];
  for (const child of plan.Plans ?? []) {
    const path = pathTo(child, index);
    if (path.length > 0) return [plan, ...path];
  }
  return [];
}
