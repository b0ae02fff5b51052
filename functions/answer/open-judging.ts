import { openJudge } from '../../shared/answering/open.ts';
import type { Config } from '../../shared/config.ts';
import type { Log } from '../../shared/log.ts';
import { atStart } from '../at-start.ts';
import { createJudging, type Judging } from './judging.ts';

/** What judges a sample of the answers, by the configuration; nothing where no model writes them. Ends before the process does. */
export function openJudging({ answering, generator }: Config, log: Log): Judging {
  const judging = createJudging({
    share: generator.kind === 'gemini' ? answering.judgeShare : 0,
    judge: () => openJudge(generator),
    timeoutMs: answering.timeoutMs,
  });
  atStart(async () => ({ close: () => judging.settled() }), log);
  return judging;
}
