import { Unavailable } from '../errors.ts';
import { addUsage, NO_USAGE, type Usage } from '../models/generate/usage.ts';
import { answerOf, checkAnswer, type Given, isHarmless, type Verdict } from './cite.ts';
import type { Answerer } from './roles.ts';

/** How one part of a question was answered. */
export interface PartAnswer {
  readonly question: string;
  readonly outcome:
    | 'answered'
    /** Its passages do not tell. */
    | 'declined'
    /** It could not be answered just now. */
    | 'failed';
  /** Sentences that hold, with their markers. */
  readonly verdicts: readonly Verdict[];
  readonly faults: Faults;
  readonly usage: Usage;
  /** Why it failed. */
  readonly problem?: Unavailable;
  /** A filter of the service stopped it: asking again gets the same. */
  readonly isBlocked?: true;
}

/** What was wrong with what a model wrote, and did not get through. */
export interface Faults {
  /** Markers of nothing that was given. */
  readonly unresolved: number;
  /** Sentences that claim something and cite nothing. */
  readonly unmarked: number;
  /** Sentences with a value that no passage they cite has, or about something else than what they cite. */
  readonly unsupported: number;
}

export const NO_FAULTS: Faults = { unresolved: 0, unmarked: 0, unsupported: 0 };

export const addFaults = (a: Faults, b: Faults): Faults => ({
  unresolved: a.unresolved + b.unresolved,
  unmarked: a.unmarked + b.unmarked,
  unsupported: a.unsupported + b.unsupported,
});

/**
 * Has one question answered from its passages, and holds every sentence against what it cites. Where some do not hold it is asked once
 * more with those named, unless `mayAskAgain` says no; what does not hold then is left out. A model that is not available fails this
 * part and no other.
 */
export async function answerPart(
  question: string,
  given: Given,
  answerer: Answerer,
  signal: AbortSignal,
  mayAskAgain: (usage: Usage) => boolean = () => true,
): Promise<PartAnswer> {
  if (given.size === 0) return { question, outcome: 'declined', verdicts: [], faults: NO_FAULTS, usage: NO_USAGE };
  let usage = NO_USAGE;
  let faults = NO_FAULTS;
  let kept: readonly Verdict[] = [];
  let problems: readonly string[] | undefined;
  for (let attempt = 0; attempt < 2; attempt++) {
    const told = await answerer.answer(question, given, signal, problems).catch((error: unknown) => unavailable(error, signal));
    if (told instanceof Unavailable) {
      if (kept.some(isClaim)) break;
      return { question, outcome: 'failed', verdicts: [], faults, usage, problem: told };
    }
    usage = addUsage(usage, told.usage);
    if (told.value === undefined) {
      // What a filter stops or what comes cut in half is not asked again.
      if (kept.some(isClaim)) break;
      const problem = new Unavailable(told.problem ?? 'The generating model gave no reply that can be used.');
      return { question, outcome: 'failed', verdicts: [], faults, usage, problem, ...(told.isBlocked ? { isBlocked: true } : {}) };
    }
    const { verdicts, unresolved } = checkAnswer(told.value, given);
    const wrong = verdicts.filter(({ status }) => status === 'unsupported' || status === 'unmarked');
    faults = addFaults(faults, {
      unresolved: unresolved.length,
      unmarked: wrong.filter(({ status }) => status === 'unmarked').length,
      unsupported: wrong.filter(({ status }) => status === 'unsupported').length,
    });
    const holding = verdicts.filter(
      (verdict) => isClaim(verdict) || (verdict.status === 'aside' && isHarmless(verdict.said, question, given)),
    );
    if (attempt === 0 || holding.filter(isClaim).length >= kept.filter(isClaim).length) kept = holding;
    if ((wrong.length === 0 && unresolved.length === 0) || !mayAskAgain(usage)) break;
    problems = [...wrong.map(({ text }) => text), ...unresolved.map((marker) => `${marker} is no passage.`)];
  }
  return { question, outcome: kept.some(isClaim) ? 'answered' : 'declined', verdicts: kept.some(isClaim) ? kept : [], faults, usage };
}

/** Whether a sentence says something that a passage supports. */
const isClaim = ({ status }: Verdict): boolean => status === 'supported';

export const textOf = ({ verdicts }: Pick<PartAnswer, 'verdicts'>): string => answerOf(verdicts);

/** What a while may mend; anything else is a bug, or the end of the whole turn. */
function unavailable(error: unknown, signal: AbortSignal): Unavailable {
  signal.throwIfAborted();
  if (error instanceof Unavailable) return error;
  throw error;
}
