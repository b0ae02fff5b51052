import { parseArgs } from 'node:util';
import { backfill } from '../../functions/backfill/backfill.ts';
import { CONCURRENCY } from '../../functions/sync/index-documents.ts';
import { corpusIn } from '../../golden/questions/sets.ts';
import type { Embedder } from '../../shared/models/embed/embedder.ts';
import { normalise } from '../../shared/models/embed/normalise.ts';
import { vectorOf } from '../fakes/vectors.ts';
import { embeddedBackend, nativeBackend, quiet, type TestBackend } from '../support/stores.ts';

/**
 * `npm run bench:ingest -- [--set ../shared/data/cpp-docs-errors]`: how many chunks a second a backfill stores, on the
 * embedded database and, with TEST_DATABASE_URL, on a native server, with an embedder that costs nothing.
 */
const DIMENSIONS = 768;
const VECTORS = Array.from({ length: 64 }, (_, i) => normalise(vectorOf(`vector ${i}`, DIMENSIONS), DIMENSIONS));
const never = new AbortController().signal;

const { values } = parseArgs({
  options: { set: { type: 'string', default: '../shared/data/cpp-docs-errors' }, engine: { type: 'string', default: 'native,embedded' } },
});
const tenant = 'bench';
const documents = corpusIn(values.set, tenant);

const engines: Readonly<Record<string, (embedder: Embedder) => Promise<TestBackend>>> = {
  embedded: embeddedBackend,
  native: nativeBackend,
};
for (const name of values.engine.split(',')) {
  const open = engines[name];
  if (!open || (name === 'native' && !process.env.TEST_DATABASE_URL)) continue;
  const { backend } = await open(freeEmbedder());
  const cpu = process.cpuUsage();
  const start = performance.now();
  const report = await backfill({ bucket: documents, backend, tenant, signal: never, log: quiet });
  if (report.failed[0]) throw new Error(report.failed[0].reason);
  const seconds = (performance.now() - start) / 1_000;
  const used = process.cpuUsage(cpu);
  const ours = (used.user + used.system) / 1e6;
  console.log(
    `${name}: ${report.outcomes.indexed} documents, ${report.chunks} chunks in ${seconds.toFixed(1)} s: ${(report.chunks / seconds).toFixed(0)} chunks/s, ` +
      `${CONCURRENCY} documents at a time; ${((1_000 * ours) / report.chunks).toFixed(2)} ms of this process's CPU a chunk`,
  );
  await backend.close();
}

/** Vectors of the right size at no cost: what a chunk says does not matter here. */
function freeEmbedder(): Embedder {
  let next = 0;
  return {
    model: `free/${DIMENSIONS}`,
    dimensions: DIMENSIONS,
    embedPassages: async (passages) => passages.map(() => VECTORS[next++ % VECTORS.length] ?? new Float32Array()),
    embedQuery: async () => VECTORS[0] ?? new Float32Array(),
    close: async () => {},
  };
}
