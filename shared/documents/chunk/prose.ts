import type { RootContent } from 'mdast';
import { HEADING_CHARS } from '../heading.ts';
import type { Range } from '../parse/segments.ts';
import { lines, within } from './lines.ts';
import { sentences } from './sentences.ts';
import type { Gap, Limits, Source, Unit } from './units.ts';

/** Nobody wraps lines at more than this, so a line that is longer is a paragraph. */
const WRAP_CHARS = 160;
/** A line that is longer is no heading and no caption. */
const CAPTION_CHARS = 80;

/** A paragraph, or its sentences when it is too long. Where its lines are not wrapped, each of them is a paragraph. */
export function proseUnits(source: Source, range: Range, limits: Limits): readonly Unit[] {
  if (range.end - range.start <= limits.targetChars) return [{ ...range, kind: 'prose', gap: 'block' }];
  const all = lines(source.text, range);
  if (!all.some(({ start, end }) => end - start > WRAP_CHARS)) return sentenceUnits(source, range, 'block', limits);
  return all.flatMap((line, i) => {
    const before = all[i - 1];
    const gap = before && announces(source.text, before) ? 'bound' : 'block';
    return line.end - line.start <= limits.targetChars ? [{ ...line, kind: 'prose', gap }] : sentenceUnits(source, line, gap, limits);
  });
}

const sentenceUnits = (source: Source, range: Range, gap: Gap, { maxChars }: Limits): readonly Unit[] =>
  sentences(source, range).flatMap((sentence, i) =>
    within(source, sentence, maxChars).map(
      (part, j): Unit => ({ ...part, kind: 'prose', gap: j > 0 ? 'inside' : i > 0 ? 'sentence' : gap }),
    ),
  );

/**
 * Whether a block announces the one after it: a heading, a paragraph that ends with a colon, or a short line that is no
 * sentence, as the title of a table is.
 */
export function announces(text: string, { start, end }: Range, type: RootContent['type'] = 'paragraph'): boolean {
  if (type === 'heading') return end - start <= HEADING_CHARS;
  if (type !== 'paragraph') return false;
  // What may be a caption, with its emphasis; of anything longer only the end counts.
  const said = text.slice(Math.max(start, end - 2 * CAPTION_CHARS), end).replace(/[\s*_`]+$/, '');
  if (/[:：]$/.test(said)) return true;
  return end - start < 2 * CAPTION_CHARS && said.length <= CAPTION_CHARS && /[\p{L}\p{N}\])=]$/u.test(said) && !said.trim().includes('\n');
}
