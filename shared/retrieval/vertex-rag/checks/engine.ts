import { failed, type Outcome, ok } from '../../../preflight/check.ts';
import { googleFailure } from '../../../preflight/google.ts';
import { contradictionOf } from '../engine.ts';
import type { Subject } from './subject.ts';

/** Whether RAG Engine is there, may be called, and is in the mode that is configured. */
export async function checkEngine({ client, config, service }: Subject, signal: AbortSignal): Promise<Outcome> {
  try {
    const found = await contradictionOf(client, config, signal);
    if (!found) return ok(`${config.mode} mode in ${config.location}`);
    return failed(`${found.setting}: ${found.message}`, [found.fix, ...(found.command ? [found.command] : [])].join('\n'));
  } catch (error) {
    signal.throwIfAborted();
    return googleFailure(error, service());
  }
}
