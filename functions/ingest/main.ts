import { parseConfig } from '../../shared/config.ts';
import { openBucket } from '../../shared/documents/source/open.ts';
import { createLog } from '../../shared/log.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { atStart } from '../at-start.ts';
import { needs, registerProbes } from '../http/probes.ts';
import { registerIngest } from './register.ts';

/** The deployed function `ingest`: configuration from the environment, everything else opened at the start. */
const config = parseConfig();
const log = createLog(config.logLevel);

const bucket = atStart(() => openBucket(config.bucket), log);
const backend = atStart(() => openBackend(config, log), log);

registerIngest({ bucket, backend, log, timeoutMs: config.ingestTimeoutMs });
registerProbes(needs(backend, bucket), { log, project: config.project, timeoutMs: config.searchTimeoutMs });
