import { http } from '@google-cloud/functions-framework';
import { z } from 'zod';
import type { Bucket } from '../../shared/documents/source/bucket.ts';
import { InvalidInput } from '../../shared/errors.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { isTenant } from '../../shared/tenant.ts';
import { type Call, createHandler, type HandlerOptions, type OpenRoute } from '../http/handle.ts';
import { needs, probes } from '../http/probes.ts';
import { lagOf } from '../sync/lag.ts';
import { type ReconcileOptions, reconcile } from './reconcile.ts';
import { totals } from './totals.ts';

export interface ReconcileFunctionOptions extends Pick<ReconcileOptions, 'limits'> {
  readonly bucket: () => Promise<Bucket>;
  readonly backend: () => Promise<RetrievalBackend>;
}

const request = z.strictObject({
  tenant: z.string().refine(isTenant, 'is not a tenant name').optional(),
  dry_run: z.boolean().default(false),
  force: z.boolean().default(false),
});

/** Registers the function `reconcile` with the functions framework: POST /reconcile, for a scheduler (IAM guards it), and probes. */
export const registerReconcile = (options: ReconcileFunctionOptions & HandlerOptions): void => {
  const routes: readonly OpenRoute[] = [
    { method: 'POST', path: '/reconcile', open: true, handle: (call) => run(call, options) },
    ...probes(needs(options.backend, options.bucket)),
  ];
  http('reconcile', createHandler(routes, options));
};

async function run({ body, requestId, signal, log, note }: Call, options: ReconcileFunctionOptions): Promise<object> {
  const parsed = request.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new InvalidInput('INVALID_ARGUMENT', `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
  }
  const { tenant, dry_run: dryRun, force } = parsed.data;
  const backend = await options.backend();
  const tenants = await reconcile({ bucket: await options.bucket(), backend, tenant, dryRun, force, limits: options.limits, signal, log });
  const maintenance = dryRun ? [] : await backend.maintain(signal, tenant);
  const counts = totals(tenants);
  const lag = lagOf(tenants.flatMap(({ lagsMs }) => lagsMs));
  note({ ...counts, dry_run: dryRun, maintenance, ...(lag ? { lag_ms: lag } : {}) });
  for (const { tenant: name, withheld, reason } of tenants) {
    if (reason) log.write('ERROR', 'reconcile withheld deletions', { tenant: name, withheld, reason });
  }
  return {
    status: 'success',
    ...counts,
    ...(lag ? { lag_ms: lag } : {}),
    tenants: tenants.map(({ lagsMs: _, ...report }) => report),
    maintenance,
    request_id: requestId,
  };
}
