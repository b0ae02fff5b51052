import { Unavailable } from '../errors.ts';
import { NO_USAGE, type Usage } from '../models/generate/usage.ts';
import { type Faults, NO_FAULTS, type PartAnswer, textOf } from './answer-part.ts';
import { answerOf, checkAnswer, type Given, isHarmless, type Verdict } from './cite.ts';
import { MARKER } from './markers.ts';
import { overlap } from './overlap.ts';
import type { Answerer } from './roles.ts';
import { missingIn, statedIn } from './values/values.ts';

export interface Combined {
  readonly text: string;
  readonly verdicts: readonly Verdict[];
  readonly faults: Faults;
  readonly usage: Usage;
  /** What was combined by code, for the model's version did not hold or did not come. */
  readonly isJoined: boolean;
  /** Why, where no reply came. */
  readonly problem?: Unavailable;
}

/**
 * One answer of the parts that were answered. The model that writes it sees their notes and never a passage, so it can cite nothing
 * that no part has read. Where a sentence of its does not hold, or a part got lost, the notes themselves are the answer, one after the
 * other: they have been checked.
 */
export async function combine(
  question: string,
  parts: readonly PartAnswer[],
  given: Given,
  /** Undefined where nobody is to be asked. */
  answerer: Pick<Answerer, 'reduce'> | undefined,
  signal: AbortSignal,
): Promise<Combined> {
  const joined = join(parts);
  if (parts.length < 2) return { ...joined, faults: NO_FAULTS, usage: NO_USAGE, isJoined: false };
  if (!answerer) return { ...joined, faults: NO_FAULTS, usage: NO_USAGE, isJoined: true };
  const notes = parts.map((part) => ({ question: part.question, answer: textOf(part) }));
  const told = await answerer.reduce(question, notes, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof Unavailable) return error;
    throw error;
  });
  if (told instanceof Unavailable) return { ...joined, faults: NO_FAULTS, usage: NO_USAGE, isJoined: true, problem: told };
  const { value, usage, problem } = told;
  if (value === undefined) {
    return { ...joined, faults: NO_FAULTS, usage, isJoined: true, problem: new Unavailable(problem ?? 'The notes were not put together.') };
  }

  const read = new Set(notes.flatMap(({ answer }) => answer.match(MARKER) ?? []));
  const citable = new Map([...given].filter(([marker]) => read.has(marker)));
  const { verdicts: all, unresolved } = checkAnswer(value, citable);
  const verdicts = all.filter(({ status, said }) => status !== 'aside' || isHarmless(said, question, citable));
  const faults = {
    unresolved: unresolved.length,
    unmarked: verdicts.filter(({ status }) => status === 'unmarked').length,
    unsupported: verdicts.filter(({ status }) => status === 'unsupported').length,
  };
  const isWhole = parts.every((part) => part.verdicts.some((verdict) => isKept(verdict, verdicts)));
  const isSound = faults.unresolved + faults.unmarked + faults.unsupported === 0;
  if (!isWhole || !isSound) return { ...joined, faults, usage, isJoined: true };
  return { text: answerOf(verdicts), verdicts, faults, usage, isJoined: false };
}

/** The least share of a claim's words that the sentences citing the same passages must have, for the claim to count as kept. */
const ALIKE = 0.34;

/** Whether a claim of a note is in the answer: with a marker of its own, its values and some of its words. */
function isKept({ said, markers }: Verdict, verdicts: readonly Verdict[]): boolean {
  const text = verdicts.flatMap((verdict) => (verdict.markers.some((marker) => markers.includes(marker)) ? verdict.said : [])).join('\n');
  return text !== '' && missingIn(said, [statedIn(text)]).length === 0 && overlap(said, text) >= ALIKE;
}

const join = (parts: readonly PartAnswer[]): Pick<Combined, 'text' | 'verdicts'> => ({
  text: parts.map(textOf).join('\n\n'),
  verdicts: parts.flatMap(({ verdicts }) => verdicts),
});
