import { openAnswerer } from '../../shared/answering/open.ts';
import { createAuthenticator } from '../../shared/caller.ts';
import { parseConfig } from '../../shared/config.ts';
import { createLog } from '../../shared/log.ts';
import { openRanker } from '../../shared/models/rank/open.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { profileOf } from '../../shared/retrieval/profiles.ts';
import { atStart } from '../at-start.ts';
import { createLimit } from '../http/limit.ts';
import { openJudging } from './open-judging.ts';
import { registerAnswer } from './register.ts';

/** The deployed function `answer`: configuration from the environment, everything else opened at the start. */
const config = parseConfig();
const log = createLog(config.logLevel);

registerAnswer({
  ...config.answering,
  backend: atStart(() => openBackend(config, log), log),
  profile: profileOf(config),
  ranker: atStart(() => openRanker(config.ranker), log),
  answerer: atStart(() => openAnswerer(config), log),
  judging: openJudging(config, log),
  searchTimeoutMs: config.searchTimeoutMs,
  authenticate: createAuthenticator(config.trust),
  limit: createLimit(config.rateLimitPerMinute),
  log,
  project: config.project,
});
