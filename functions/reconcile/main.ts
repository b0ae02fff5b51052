import { parseConfig } from '../../shared/config.ts';
import { openBucket } from '../../shared/documents/source/open.ts';
import { createLog } from '../../shared/log.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { atStart } from '../at-start.ts';
import { registerReconcile } from './register.ts';

/** The deployed function `reconcile`: configuration from the environment, everything else opened at the start. */
const config = parseConfig();
const log = createLog(config.logLevel);

registerReconcile({
  bucket: atStart(() => openBucket(config.bucket), log),
  backend: atStart(() => openBackend(config, log), log),
  limits: config.reconcile,
  timeoutMs: config.reconcileTimeoutMs,
  log,
  project: config.project,
});
