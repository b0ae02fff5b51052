import { createAuthenticator } from '../../shared/caller.ts';
import { parseConfig } from '../../shared/config.ts';
import { createLog } from '../../shared/log.ts';
import { openRanker } from '../../shared/models/rank/open.ts';
import { atStart } from '../at-start.ts';
import { createLimit } from '../http/limit.ts';
import { registerRerank } from './register.ts';

/** The deployed function `rerank`: configuration from the environment. */
const config = parseConfig();
const log = createLog(config.logLevel);

registerRerank({
  ranker: atStart(() => openRanker(config.ranker), log),
  timeoutMs: config.searchTimeoutMs,
  authenticate: createAuthenticator(config.trust),
  limit: createLimit(config.rateLimitPerMinute),
  log,
  project: config.project,
});
