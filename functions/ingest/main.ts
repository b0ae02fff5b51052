import { parseConfig } from '../../shared/config.ts';
import { openBucket } from '../../shared/documents/source/open.ts';
import { createLog } from '../../shared/log.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { once } from '../once.ts';
import { registerIngest } from './register.ts';

/** The deployed function `ingest`: configuration from the environment, everything else opened by the first event. */
const config = parseConfig();
const log = createLog(config.logLevel);

registerIngest({
  bucket: once(() => openBucket(config.bucket)),
  backend: once(() => openBackend(config, log)),
  log,
  timeoutMs: config.ingestTimeoutMs,
});
