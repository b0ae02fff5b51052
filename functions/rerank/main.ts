import { createAuthenticator } from '../../shared/caller.ts';
import { parseConfig } from '../../shared/config.ts';
import { createLog } from '../../shared/log.ts';
import { openRanker } from '../../shared/models/rank/open.ts';
import { createLimit } from '../http/limit.ts';
import { once } from '../once.ts';
import { registerRerank } from './register.ts';

/** The deployed function `rerank`: configuration from the environment. */
const config = parseConfig();
const log = createLog(config.logLevel);
const ranker = once(() => openRanker(config.ranker));
// Opened while nobody waits, for it takes most of a second. If it fails, the first request tries again and is told why.
ranker().catch(() => undefined);

registerRerank({
  ranker,
  timeoutMs: config.searchTimeoutMs,
  authenticate: createAuthenticator(config.trust),
  limit: createLimit(config.rateLimitPerMinute),
  log,
  project: config.project,
});
