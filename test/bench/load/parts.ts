import type { Engine } from '../engine.ts';

/** Something to be searched that is loaded once into a database and found there by later runs. */
export interface Part {
  readonly name: string;
  /** Puts it there, in the place of what a run that was interrupted left; returns what to say of it. */
  load(engine: Engine): Promise<string>;
}

/** Loads the parts that this database does not have yet, in order. */
export async function loadParts(engine: Engine, parts: readonly Part[], say: (line: string) => void): Promise<void> {
  await engine.query('CREATE TABLE IF NOT EXISTS bench_part (name text PRIMARY KEY, said text NOT NULL)');
  const there = new Map(
    (await engine.query<{ name: string; said: string }>('SELECT name, said FROM bench_part')).map((row) => [row.name, row.said]),
  );
  for (const part of parts) {
    const known = there.get(part.name);
    if (known !== undefined) {
      say(`${engine.name} ${part.name}: there already (${known})`);
      continue;
    }
    const start = performance.now();
    const said = `${await part.load(engine)}, ${((performance.now() - start) / 1_000).toFixed(0)} s`;
    await engine.query('INSERT INTO bench_part (name, said) VALUES ($1, $2)', [part.name, said]);
    say(`${engine.name} ${part.name}: ${said}`);
  }
}

/** The rows of the corpus as other tables are filled with them, from the product's own: each chunk's text, tenant, slice and vector. */
export const ROWS = `SELECT c.tenant, c.document_id, c.ordinal, array_to_string(c.heading_path, E'\\n') || E'\\n\\n' || c.body AS content,
    d.metadata ->> 'slice' AS slice, e.embedding::vector AS embedding
  FROM kb_chunk c JOIN kb_document d ON d.tenant = c.tenant AND d.document_id = c.document_id
  JOIN kb_embedding e ON e.tenant = c.tenant AND e.content_hash = c.content_hash`;
