import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { parseConfig } from '../../shared/config.ts';
import { Unavailable } from '../../shared/errors.ts';
import { openRanker } from '../../shared/models/rank/open.ts';
import { percentile } from '../../shared/percentile.ts';
import { startFakeRank } from '../fakes/rank.ts';
import { latencyAt, randomOf } from '../support/latency.ts';

/**
 * `npm run bench:rerank -- [--searches 1000] [--seed 1]`: what a search waits for a Ranking API that answers in 136 ms at the
 * median and 28 s at the 95th percentile, through the real client; beside it the same without second attempts.
 */
const PASSAGES = 50;
const PASSAGE_CHARS = 650;
const AT_ONCE = 16;
const WARM = 16;
const never = new AbortController().signal;

const { values } = parseArgs({ options: { searches: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } } });
const searches = Number(values.searches);
const passages = Array.from({ length: PASSAGES }, (_, i) => ({
  id: `passage ${i}`,
  title: 'Pump LP-350 > Maintenance',
  text: 'The pump needs oil. '.repeat(PASSAGE_CHARS / 20),
}));

await measure('second attempt after 400 ms', {});
await measure('no second attempt', { RERANK_HEDGE_MS: '60000' });

async function measure(label: string, env: Readonly<Record<string, string>>): Promise<void> {
  const fake = await startFakeRank();
  const settings = { RERANKER: 'vertex', GOOGLE_CLOUD_PROJECT: 'bench', RANK_API_ENDPOINT: fake.address, ...env };
  const ranker = await openRanker(parseConfig(settings).ranker);
  if (!ranker) throw new Error('no ranker');
  const rank = () => ranker.rank('when does the pump need oil', passages, never);
  for (let i = 0; i < WARM; i++) await rank();

  const before = fake.calls();
  const random = randomOf(Number(values.seed));
  fake.latency(() => latencyAt(random()));
  let unranked = 0;
  const took = await pMap(
    Array(searches).keys(),
    async () => {
      const start = performance.now();
      await rank().catch((error: unknown) => {
        if (!(error instanceof Unavailable)) throw error;
        unranked++;
      });
      return performance.now() - start;
    },
    { concurrency: AT_ONCE },
  );
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => percentile(took, share).toFixed(0));
  console.log(
    `${label}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${max} ms; ${((fake.calls() - before) / searches).toFixed(3)} calls a search; ` +
      `${((100 * unranked) / searches).toFixed(1)} % left in the order they had`,
  );
  await ranker.close();
  await fake.close();
}
