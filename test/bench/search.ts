import { parseArgs } from 'node:util';
import { type EvaluationSet, readBeirSet } from '../../golden/sets.ts';
import { makeCaller } from '../../shared/caller.ts';
import { percentile } from '../../shared/percentile.ts';
import { PROFILES } from '../../shared/retrieval/profiles.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { embeddedBackend, nativeBackend, type TestBackend } from '../support/stores.ts';

/**
 * `npm run bench -- [--set ../shared/data/scifact]`: how fast documents go in and passages come out, on the embedded
 * database and, with TEST_DATABASE_URL, on a native server, with an embedder that costs nothing. The baseline is what a
 * tutorial would run on the same rows of the same engine: any of the words, ranked by ts_rank_cd.
 */
const DIMENSIONS = 768;
const TIMED_QUERIES = 200;
const never = new AbortController().signal;

const { values } = parseArgs({ options: { set: { type: 'string', default: '../shared/data/scifact' } } });
const set = readBeirSet(values.set);
const engines: readonly (readonly [string, () => Promise<TestBackend>])[] = [
  ['embedded', () => embeddedBackend(countingEmbedder(`bench/${DIMENSIONS}`, DIMENSIONS))],
  ...(process.env.TEST_DATABASE_URL
    ? ([['native', () => nativeBackend(countingEmbedder(`bench/${DIMENSIONS}`, DIMENSIONS))]] as const)
    : []),
];
for (const [name, open] of engines) {
  const subject = await open();
  await ingest(name, subject, set);
  for (const [arms, weights] of Object.entries({ lexical: { lexical: 1 }, dense: { dense: 1 }, hybrid: PROFILES.balanced.weights })) {
    await time(`${name} ${arms}`, async (text) => {
      const caller = makeCaller(set.tenant, [], 'bench');
      await retrieve(
        { caller, text, limit: 10, signal: never },
        { backend: subject.backend, profile: { ...PROFILES.balanced, weights }, timeoutMs: 60_000 },
      );
    });
  }
  await prepareBaseline(subject);
  await time(`${name} baseline: ts_rank_cd over any of the words`, (text) => baseline(subject, text));
  await subject.backend.close();
}

async function ingest(engine: string, { backend }: TestBackend, { documents, tenant }: EvaluationSet): Promise<void> {
  const start = performance.now();
  let chunks = 0;
  for await (const document of documents.list(tenant, never)) chunks += (await backend.put(document, never)).chunks;
  await backend.maintain(never);
  const seconds = (performance.now() - start) / 1_000;
  console.log(`${engine} ingestion: ${chunks} chunks, ${(chunks / seconds).toFixed(0)} a second, one document at a time`);
}

async function time(label: string, search: (text: string) => Promise<void>): Promise<void> {
  const times: number[] = [];
  for (const { text } of set.queries.slice(0, TIMED_QUERIES)) {
    const start = performance.now();
    await search(text);
    times.push(performance.now() - start);
  }
  console.log(`${label}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`);
}

async function prepareBaseline({ driver }: TestBackend): Promise<void> {
  await driver.transaction([], (session) =>
    session.script(`CREATE TABLE baseline AS SELECT document_id, ordinal, to_tsvector('english', body) AS terms FROM kb_chunk;
      CREATE INDEX ON baseline USING gin (terms); ANALYZE baseline`),
  );
}

async function baseline({ driver }: TestBackend, text: string): Promise<void> {
  await driver.transaction([], (session) =>
    session.query(
      `SELECT document_id, ordinal FROM baseline, to_tsquery('english', replace(plainto_tsquery('english', $1)::text, '&', '|')) AS query
       WHERE terms @@ query ORDER BY ts_rank_cd(terms, query) DESC LIMIT 100`,
      [text],
    ),
  );
}
