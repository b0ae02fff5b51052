import type { Engine } from '../engine.ts';

export interface Size {
  readonly relation: string;
  readonly table: string;
  readonly kind: 'table' | 'index';
  readonly bytes: number;
}

/** Every table of the corpus, TOAST included, and every index, from a megabyte on; largest first. */
export const sizesOf = (engine: Engine): Promise<readonly Size[]> =>
  engine.query<Size>(
    `SELECT c.relname AS relation, coalesce(t.relname, c.relname) AS table, CASE WHEN i.indexrelid IS NULL THEN 'table' ELSE 'index' END AS kind,
       CASE WHEN i.indexrelid IS NULL THEN pg_table_size(c.oid) ELSE pg_relation_size(c.oid) END::float8 AS bytes
     FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = i.indrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i') AND pg_relation_size(c.oid) >= 1048576
     ORDER BY bytes DESC`,
  );

const SETTINGS = ['shared_buffers', 'work_mem', 'maintenance_work_mem', 'effective_cache_size', 'max_parallel_workers_per_gather', 'jit'];

/** What the engine was given to work with, and its versions. */
export async function settingsOf(engine: Engine): Promise<Readonly<Record<string, string>>> {
  const rows = await engine.query<{ name: string; setting: string }>(
    `SELECT name, current_setting(name) AS setting FROM pg_settings WHERE name = ANY ($1::text[])
     UNION ALL SELECT extname, extversion FROM pg_extension WHERE extname <> 'plpgsql'
     UNION ALL SELECT 'PostgreSQL', split_part(version(), ' ', 2)`,
    [SETTINGS],
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}
