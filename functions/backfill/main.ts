import { parseArgs } from 'node:util';
import { openBucket } from '../../shared/documents/source/open.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { command } from '../command.ts';
import { backfill } from './backfill.ts';
import { CONCURRENCY } from './concurrency.ts';
import { progressBar } from './progress.ts';
import { summary } from './summary.ts';

/** `npm run backfill -- [--tenant T]`: indexes the whole bucket; exit status 1 when a document failed. */
await command(async ({ config, log, signal }) => {
  const { values } = parseArgs({ options: { tenant: { type: 'string' } } });
  const start = performance.now();
  const bucket = await openBucket(config.bucket);
  const backend = await openBackend(config, log);
  const bar = progressBar();
  try {
    const report = await backfill({
      bucket,
      backend,
      tenant: values.tenant,
      concurrency: CONCURRENCY,
      signal,
      log,
      onProgress: bar.update,
    });
    bar.stop();
    for (const line of await backend.maintain()) console.log(line);
    console.log(summary(report, performance.now() - start));
    return report.stopped || report.failed.length > 0 ? 1 : 0;
  } finally {
    bar.stop();
    await backend.close();
  }
});
