import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddableOf } from '../../shared/retrieval/pgvector/chunks.ts';
import type { Driver } from '../../shared/retrieval/pgvector/store/store.ts';
import { startFakeGemini } from '../fakes/gemini.ts';

/** An engine as this check needs it: where the backfill finds it, and how its rows are read afterwards. */
export interface Engine {
  readonly name: string;
  /** A database of its own each time: the settings that lead a backfill to it, and a way in as the owner of its schema. */
  make(): Promise<{ readonly environment: Readonly<Record<string, string>>; open(): Promise<Driver> }>;
}

export interface KillingOptions {
  readonly engine: Engine;
  /** A folder as a bucket. */
  readonly bucket: string;
  readonly kills: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/**
 * A backfill that is killed with SIGKILL at random moments, `kills` times, and then run to its end. Throws unless it
 * leaves the same rows as a backfill that nobody disturbed, and unless no content whose vector was committed before a
 * kill is embedded again after it. The embedding model is a fake over HTTP that costs nothing and counts.
 */
export async function checkKilling({ engine, bucket, kills, random, say }: KillingOptions): Promise<void> {
  const model = await startFakeGemini();
  const environment = {
    ...process.env,
    GROUNDWIRE_BUCKET: bucket,
    EMBEDDER: 'gemini',
    EMBED_DIMENSIONS: '64',
    GEMINI_API_KEY: 'fake',
    GOOGLE_GEMINI_BASE_URL: model.url,
    LOG_LEVEL: 'ERROR',
  };
  try {
    const calm = await engine.make();
    const start = performance.now();
    await ended(backfill({ ...environment, ...calm.environment }));
    const ms = performance.now() - start;
    const wanted = await within(calm.open, rowsOf);
    const texts = await within(calm.open, textsByHash);
    say(`${engine.name}: ${wanted.length} rows undisturbed, in ${(ms / 1_000).toFixed(1)} s`);

    const disturbed = await engine.make();
    let committed: ReadonlySet<string> = new Set();
    for (let run = 0; run <= kills; run++) {
      const before = model.texts.length;
      const child = backfill({ ...environment, ...disturbed.environment });
      if (run < kills) await killed(child, (0.1 + 0.9 * random()) * (ms / (kills + 1)) + 700);
      else await ended(child);
      expectNothingTwice(texts, committed, model.texts.slice(before));
      committed = await within(disturbed.open, hashesOf);
      say(`${engine.name}: run ${run + 1}: ${model.texts.length - before} passages embedded, ${committed.size} vectors committed in all`);
    }
    const found = new Set(await within(disturbed.open, rowsOf));
    const lost = wanted.filter((row) => !found.has(row));
    const extra = found.size - (wanted.length - lost.length);
    if (lost.length > 0 || extra > 0) throw new Error(`${lost.length} rows differ, ${extra} are too many: ${lost.slice(0, 3).join('\n')}`);
    say(`${engine.name}: the same ${found.size} rows after ${kills} kills`);
  } finally {
    await model.close();
  }
}

const backfill = (env: Readonly<Record<string, string | undefined>>): ChildProcess =>
  spawn(process.execPath, ['functions/backfill/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] });

async function ended(child: ChildProcess): Promise<void> {
  let errors = '';
  child.stderr?.on('data', (data) => {
    errors += data;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the backfill ended with ${code}: ${errors.slice(-2_000)}`);
}

async function killed(child: ChildProcess, afterMs: number): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stderr?.resume();
  await Promise.race([sleep(afterMs), closed]);
  child.kill('SIGKILL');
  await closed;
}

async function within<T>(open: () => Promise<Driver>, work: (driver: Driver) => Promise<T>): Promise<T> {
  const driver = await open();
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}

/** Every row that the backfill wrote, but for what tells when and how often. */
const rowsOf = (driver: Driver): Promise<readonly string[]> =>
  driver.transaction([], async (session) => {
    const rows: string[] = [];
    for (const { name } of await session.query<{ name: string }>("SELECT kb_tables() AS name UNION SELECT 'kb_language' ORDER BY name")) {
      const found = await session.query<{ row: string }>(
        `SELECT (to_jsonb(t) - ARRAY['indexed_at', 'created_at', 'lag_ms', 'rewrites', 'make'])::text AS row FROM ${name} t`,
      );
      rows.push(...found.map(({ row }) => `${name} ${row}`));
    }
    return rows.sort();
  });

const hashesOf = (driver: Driver): Promise<ReadonlySet<string>> =>
  driver.transaction([], async (session) => {
    const [there] = await session.query<{ there: boolean }>("SELECT to_regclass('kb_embedding') IS NOT NULL AS there");
    if (!there?.there) return new Set();
    const rows = await session.query<{ hash: string }>("SELECT encode(content_hash, 'hex') AS hash FROM kb_embedding");
    return new Set(rows.map(({ hash }) => hash));
  });

/** What is embedded under each address. */
const textsByHash = (driver: Driver): Promise<ReadonlyMap<string, string>> =>
  driver.transaction([], async (session) => {
    const rows = await session.query<{ title: string; heading_path: string[]; body: string }>(
      'SELECT d.title, c.heading_path, c.body FROM kb_chunk c JOIN kb_document d USING (tenant, document_id)',
    );
    return new Map(
      rows.map(({ title, heading_path, body }) => {
        const { contentHash, passage } = embeddableOf(title, { headingPath: heading_path, body });
        return [contentHash, passage.text];
      }),
    );
  });

/** The model is told a text and not its address; where two addresses have the same text, one of them may still be missing. */
function expectNothingTwice(texts: ReadonlyMap<string, string>, committed: ReadonlySet<string>, embedded: readonly string[]): void {
  const missing = new Set([...texts].filter(([hash]) => !committed.has(hash)).map(([, text]) => text));
  const twice = embedded.filter((text) => !missing.has(text));
  if (twice.length > 0) throw new Error(`${twice.length} passages were embedded again after their vectors had been committed`);
}
