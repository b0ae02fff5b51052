import { createAuthenticator } from '../../shared/caller.ts';
import { parseConfig } from '../../shared/config.ts';
import { createLog } from '../../shared/log.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { PROFILES } from '../../shared/retrieval/profiles.ts';
import { createLimit } from '../http/limit.ts';
import { once } from '../once.ts';
import { registerSearch } from './register.ts';

/** The deployed function `search`: configuration from the environment, everything else opened by the first request. */
const config = parseConfig();
const log = createLog(config.logLevel);

registerSearch({
  backend: once(() => openBackend(config, log)),
  profile: PROFILES[config.profile],
  timeoutMs: config.searchTimeoutMs,
  authenticate: createAuthenticator(config.trust),
  limit: createLimit(config.rateLimitPerMinute),
  log,
  project: config.project,
});
