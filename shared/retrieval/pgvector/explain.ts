import { z } from 'zod';
import type { Session } from './store/store.ts';

interface Node {
  readonly 'Index Name'?: string | undefined;
  readonly 'Actual Rows'?: number | undefined;
  readonly 'Actual Loops'?: number | undefined;
  readonly 'Rows Removed by Filter'?: number | undefined;
  readonly Plans?: readonly Node[] | undefined;
}

const node: z.ZodType<Node> = z.object({
  'Index Name': z.string().optional(),
  'Actual Rows': z.number().optional(),
  'Actual Loops': z.number().optional(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(node).optional();
  },
});
const plans = z.tuple([z.object({ Plan: node })]);

/**
 * How many entries a statement takes from the index of that name before it has its rows: it is run once more for that, as
 * EXPLAIN ANALYZE. Undefined when it uses no such index.
 */
export async function scannedBy(session: Session, sql: string, values: readonly unknown[], index: RegExp): Promise<number | undefined> {
  const [row] = await session.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`, values);
  const [{ Plan }] = plans.parse(row?.['QUERY PLAN']);
  const scan = find(Plan, index);
  return scan && Math.round(((scan['Actual Rows'] ?? 0) + (scan['Rows Removed by Filter'] ?? 0)) * (scan['Actual Loops'] ?? 1));
}

function find(plan: Node, index: RegExp): Node | undefined {
  if (index.test(plan['Index Name'] ?? '')) return plan;
  for (const child of plan.Plans ?? []) {
    const found = find(child, index);
    if (found) return found;
  }
  return undefined;
}
