import { parseArgs } from 'node:util';
import { ConfigError } from '../../shared/config.ts';
import { openBucket } from '../../shared/documents/source/open.ts';
import type { RetrievalBackend, StoredDocument } from '../../shared/retrieval/backend.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { type Context, command } from '../command.ts';
import { withProgress } from '../progress.ts';
import { summary } from '../sync/summary.ts';
import { tenantOption } from '../tenant-option.ts';
import { asJson, asText, totalsOf } from './report.ts';
import { retryDocuments } from './retry.ts';

const OPTIONS = {
  tenant: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean', default: false },
  retry: { type: 'string' },
} as const;
const STATES: readonly string[] = ['active', 'failed', 'deleted'] satisfies StoredDocument['state'][];

/**
 * `npm run documents -- [--tenant T] [--state active|failed|deleted] [--json]`: what is stored of each object, and why of
 * those that are not indexed. `--retry ID|all` indexes failed ones again; exit status 1 when one fails again.
 */
await command(
  async (context) => {
    const { values } = parseArgs({ options: OPTIONS });
    if (values.state !== undefined && !STATES.includes(values.state)) {
      throw new ConfigError(`--state ${values.state}: there are ${STATES.join(', ')}`);
    }
    const backend = await openBackend(context.config, context.log);
    try {
      const tenant = tenantOption(values.tenant);
      const tenants = tenant ? [tenant] : await backend.tenants();
      if (values.retry !== undefined) return await retry(values.retry, tenants, backend, context);
      const documents: StoredDocument[] = [];
      for (const tenant of tenants) {
        for await (const document of backend.list(tenant)) {
          if (values.state !== undefined && document.state !== values.state) continue;
          documents.push(document);
          console.log(values.json ? asJson(document) : asText(document));
        }
      }
      if (!values.json) console.log(totalsOf(documents));
      return 0;
    } finally {
      await backend.close();
    }
  },
  { LOG_LEVEL: 'WARNING' },
);

async function retry(id: string, tenants: readonly string[], backend: RetrievalBackend, { config, log, signal }: Context): Promise<number> {
  const start = performance.now();
  const bucket = await openBucket(config.bucket);
  const report = await withProgress('documents', (onProgress) => retryDocuments(id, tenants, { bucket, backend, signal, log, onProgress }));
  console.log(summary(report, performance.now() - start));
  if (report.removed > 0) console.log(`${report.removed} no longer in the bucket, and removed`);
  return report.stopped || report.failed.length > 0 ? 1 : 0;
}
