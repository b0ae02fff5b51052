import { parseArgs } from 'node:util';
import { openBucket } from '../../shared/documents/source/open.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { command } from '../command.ts';
import { withProgress } from '../progress.ts';
import { summary } from '../sync/summary.ts';
import { tenantOption } from '../tenant-option.ts';
import { backfill } from './backfill.ts';

/**
 * `npm run backfill -- [--tenant T]`, and the Cloud Run job `backfill`, whose tasks share the objects: indexes the whole
 * bucket. Exit status 1 when a document failed.
 */
await command(async ({ config, log, signal }) => {
  const { values } = parseArgs({ options: { tenant: { type: 'string' } } });
  const tenant = tenantOption(values.tenant);
  const start = performance.now();
  const bucket = await openBucket(config.bucket);
  const backend = await openBackend(config, log);
  try {
    const report = await withProgress('documents', (onProgress) =>
      backfill({ bucket, backend, tenant, share: config.task, signal, log, onProgress }),
    );
    // In a job of several tasks the others may still be writing; reconcile will do it.
    const alone = config.task.count === 1 && !report.stopped;
    for (const line of alone ? await backend.maintain(signal, tenant) : []) console.log(line);
    console.log(summary(report, performance.now() - start));
    return report.stopped || report.failed.length > 0 ? 1 : 0;
  } finally {
    await backend.close();
  }
});
