import { overlap } from './overlap.ts';
import { unitsOf } from './passage-units.ts';
import { missingIn, statedIn } from './values/values.ts';

/** A quotation is a sentence, or as many in a row as hold what is claimed. */
const MOST_UNITS = 3;
/** What a further sentence has to bring. */
const WORTH = 0.15;

/** The place of a passage that supports a sentence best, word for word as the passage has it; all of a passage without sentences. */
export function quoteFor(sentence: string, passage: string): string {
  const units = unitsOf(passage).filter(({ kind, start, end }) => kind !== 'heading' && /[\p{L}\p{N}]/u.test(passage.slice(start, end)));
  let best = { score: -1, text: passage.trim() };
  for (const [i, first] of units.entries()) {
    for (let length = 1; length <= MOST_UNITS; length++) {
      const last = units[i + length - 1];
      if (!last) break;
      const text = passage.slice(first.start, last.end);
      const score = overlap(sentence, text) - missingIn(sentence, [statedIn(text)]).length - WORTH * (length - 1);
      if (score > best.score + 1e-9 || best.score === -1) best = { score, text };
    }
  }
  return best.text;
}
