import { parseConfig } from '../../shared/config.ts';
import { openBucket } from '../../shared/documents/source/open.ts';
import { createLog } from '../../shared/log.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { atStart } from '../at-start.ts';
import { registerIngest } from './register.ts';

/** The deployed function `ingest`: configuration from the environment, everything else opened at the start. */
const config = parseConfig();
const log = createLog(config.logLevel);

registerIngest({
  bucket: atStart(() => openBucket(config.bucket), log),
  backend: atStart(() => openBackend(config, log), log),
  log,
  timeoutMs: config.ingestTimeoutMs,
});
