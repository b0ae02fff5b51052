import { parseArgs } from 'node:util';
import { openBucket } from '../../shared/documents/source/open.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { command } from '../command.ts';
import { tenantOption } from '../tenant-option.ts';
import { reconcile } from './reconcile.ts';
import { totals } from './totals.ts';

/**
 * `npm run reconcile -- [--tenant T] [--dry-run] [--force]`: makes the store say what the bucket says. Exit status 1 when
 * a document failed or deletions were withheld.
 */
await command(async ({ config, log, signal }) => {
  const { values } = parseArgs({
    options: { tenant: { type: 'string' }, 'dry-run': { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
  });
  const tenant = tenantOption(values.tenant);
  const bucket = await openBucket(config.bucket);
  const backend = await openBackend(config, log);
  try {
    const dryRun = values['dry-run'];
    const tenants = await reconcile({
      bucket,
      backend,
      tenant,
      dryRun,
      force: values.force,
      limits: config.reconcile,
      signal,
      log,
    });
    for (const line of dryRun ? [] : await backend.maintain(signal, tenant)) console.log(line);
    for (const { tenant: name, added, updated, removed, withheld, reason, failed } of tenants) {
      console.log(`${name}: ${added} added, ${updated} updated, ${removed} removed, ${withheld} withheld${dryRun ? ' (dry run)' : ''}`);
      if (reason) console.log(`  ${reason}`);
      for (const { document, reason: why } of failed) console.log(`  ${document}: ${why}`);
    }
    const { withheld, failed } = totals(tenants);
    return withheld + failed > 0 || signal.aborted ? 1 : 0;
  } finally {
    await backend.close();
  }
});
