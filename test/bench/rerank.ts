import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { backfill } from '../../functions/backfill/backfill.ts';
import { makeCaller } from '../../shared/caller.ts';
import { parseConfig } from '../../shared/config.ts';
import { openBucket } from '../../shared/documents/source/open.ts';
import { openRanker } from '../../shared/models/rank/open.ts';
import type { Ranker } from '../../shared/models/rank/ranker.ts';
import { percentile } from '../../shared/percentile.ts';
import { PROFILES } from '../../shared/retrieval/profiles.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { startFakeRank } from '../fakes/rank.ts';
import { latencyAt, randomOf } from '../support/latency.ts';
import { queryOf } from '../support/query.ts';
import { embeddedBackend, nativeBackend, quiet } from '../support/stores.ts';

/**
 * `npm run bench:rerank -- [--searches 1000] [--seed 1]`: searches of the sample company, reranked by a Ranking API that answers
 * in 136 ms at the median and 28 s at the 95th percentile, through the real client; beside it the same without second
 * attempts, without reranking, and with the API down. On the server of TEST_DATABASE_URL, or embedded.
 */
const TENANT = 'larkspur';
const QUESTIONS = [
  'What do I get back for a pump with cosmetic damage that I keep?',
  'how long is the warranty on seals',
  'what does E-4012 mean',
  'who approves a refund above the limit',
  'maintenance schedule of the pump',
  'shipping to another country',
  'how do I reset the controller',
  'noise and vibration after installation',
];
const AT_ONCE = 4;
const WARM = 16;
const never = new AbortController().signal;

const { values } = parseArgs({ options: { searches: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } } });
const searches = Number(values.searches);
const { backend } = await (process.env.TEST_DATABASE_URL ? nativeBackend : embeddedBackend)(countingEmbedder());
const bucket = await openBucket(parseConfig({ GROUNDWIRE_BUCKET: 'golden/corpus' }).bucket);
await backfill({ bucket, backend, tenant: TENANT, signal: never, log: quiet });
await backend.maintain(never);

await measure('second attempt after 400 ms', {});
await measure('no second attempt', { RERANK_HEDGE_MS: '60000' });
await measure('the API is down', {}, { isDown: true });
await measure('no reranking', { RERANKER: 'none' });
await backend.close();

async function measure(label: string, env: Readonly<Record<string, string>>, { isDown = false } = {}): Promise<void> {
  const fake = await startFakeRank();
  const settings = { RERANKER: 'vertex', GOOGLE_CLOUD_PROJECT: 'bench', RANK_API_ENDPOINT: fake.address, ...env };
  const ranker = await openRanker(parseConfig(settings).ranker);
  for (let i = 0; i < WARM; i++) await search(i, ranker);

  const before = fake.calls();
  const random = randomOf(Number(values.seed));
  fake.latency(() => latencyAt(random()));
  if (isDown) fake.always({ code: 14 });
  let unranked = 0;
  const took = await pMap(
    Array(searches).keys(),
    async (i) => {
      const start = performance.now();
      if ((await search(i, ranker)).includes('rerank')) unranked++;
      return performance.now() - start;
    },
    { concurrency: AT_ONCE },
  );
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => percentile(took, share).toFixed(0));
  console.log(
    `${label}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${max} ms; ${((fake.calls() - before) / searches).toFixed(3)} calls a search; ` +
      `${((100 * unranked) / searches).toFixed(1)} % left in the order they had`,
  );
  await ranker?.close();
  await fake.close();
}

/** What a search had to go without. */
async function search(i: number, ranker: Ranker | undefined): Promise<readonly string[]> {
  const text = QUESTIONS[i % QUESTIONS.length] ?? '';
  const { degraded } = await retrieve(queryOf(makeCaller(TENANT, [], 'bench'), text, { limit: 6 }), {
    backend,
    profile: PROFILES.balanced,
    ranker,
    timeoutMs: 10_000,
  });
  return degraded;
}
