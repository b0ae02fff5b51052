import type { PartAnswer } from './answer-part.ts';
import { withoutMarkers } from './markers.ts';
import type { Asked } from './roles.ts';
import { missingIn, statedIn } from './values/values.ts';

const MOST_QUESTION_CHARS = 200;

/**
 * What is not answered, of an answer to the rest. A model has written the part: where it has a value, a link or a name that nobody asked
 * for it is not repeated.
 */
export function openInWords({ question, outcome }: Pick<PartAnswer, 'question' | 'outcome'>, asked: Asked): string {
  const said = statedIn([asked.question, ...asked.history.map(({ text }) => text)].join('\n'));
  const part = withoutMarkers(question).replaceAll(/\s+/g, ' ').trim().slice(0, MOST_QUESTION_CHARS).toWellFormed();
  const isOwn = missingIn(question, [said]).length === 0;
  if (outcome === 'failed')
    return isOwn ? `Could not be looked up just now: ${part}` : 'A part of the question could not be looked up just now.';
  return isOwn ? `The documents do not say: ${part}` : 'The documents do not answer a part of the question.';
}
