import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../shared/config.ts';

const score = z.number();

/** Of one set: what each variant scored when it was last accepted. */
const baseline = z.strictObject({
  set: z.string(),
  command: z.string(),
  k: z.number(),
  /** Of the documents: a corpus that says something else is another set. */
  data: z.string(),
  /** By which a score may differ and still be the same. */
  tolerance: z.number(),
  variants: z.record(
    z.string(),
    z.strictObject({
      /** Means, and the recall of each stage. */
      scores: z.record(z.string(), score),
      /** Of the metric that variants are compared by, and of those that only some queries have; by query. */
      byQuery: z.record(z.string(), z.record(z.string(), score)),
    }),
  ),
});

export type Baseline = z.output<typeof baseline>;
export type Scores = Baseline['variants'][string];

const fileOf = (folder: string, set: string): string => join(folder, `${set.replaceAll('/', '-')}.json`);

/** The baselines of a folder. Throws ConfigError, with the file and what is wrong, for one that is none. */
export const readBaselines = (folder: string): readonly Baseline[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const parsed = baseline.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      if (!parsed.success) throw new ConfigError(`${join(folder, name)} is no baseline: ${z.prettifyError(parsed.error)}`);
      return parsed.data;
    });

/** Writes a baseline, a query a line, so that a difference between two can be read. */
export function writeBaseline(folder: string, written: Baseline): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, written.set), `${JSON.stringify(written, null, 1)}\n`);
}
