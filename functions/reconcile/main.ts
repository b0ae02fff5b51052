import { parseConfig } from '../../shared/config.ts';
import { openBucket } from '../../shared/documents/source/open.ts';
import { createLog } from '../../shared/log.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { once } from '../once.ts';
import { registerReconcile } from './register.ts';

/** The deployed function `reconcile`: configuration from the environment, everything else opened by the first request. */
const config = parseConfig();
const log = createLog(config.logLevel);

registerReconcile({
  bucket: once(() => openBucket(config.bucket)),
  backend: once(() => openBackend(config, log)),
  limits: config.reconcile,
  timeoutMs: config.reconcileTimeoutMs,
  log,
  project: config.project,
});
