import type { Citable } from './cite.ts';
import { cellsOf, unitsOf } from './passage-units.ts';
import { codes } from './values/codes.ts';
import { plainDigits } from './values/plain-digits.ts';
import { missingIn, statedIn, valuesIn } from './values/values.ts';

/** A value where it stands, and the codes that it stands beside. */
interface Place {
  readonly text: string;
  readonly codes: ReadonlySet<string>;
}

/**
 * Values of a sentence that its passages have of something else: each stands only beside codes that the sentence does not name, while
 * what the sentence does name stands elsewhere. `The LP-900 costs 1,180` of a table that has 1,180 in the row of the LP-350.
 */
export function misplacedIn(said: string, passages: readonly Citable[]): readonly string[] {
  const named = codesOf(said);
  if (named.size === 0) return [];
  const places = passages.flatMap(({ text, source, section }) => {
    const context = codesOf(`${source.title} ${section}`);
    return placesOf(text, context);
  });
  const isNamed = ({ codes: beside }: Place) => [...beside].some((code) => named.has(code));
  if (!places.some(isNamed)) return [];
  const stated = new Map(places.map((place) => [place, statedIn(place.text)]));
  return valuesIn(said).filter((value) => {
    const there = [...stated].flatMap(([place, states]) => (missingIn(value, [states]).length === 0 ? [place] : []));
    return there.length > 0 && there.every((place) => place.codes.size > 0 && !isNamed(place));
  });
}

/** A sentence is under the codes of its headings, too; a cell beside those of its row, or of its column where the row has none. */
function placesOf(text: string, context: ReadonlySet<string>): readonly Place[] {
  return unitsOf(text).flatMap(({ start, end, kind, columns }): readonly Place[] => {
    const unit = text.slice(start, end);
    if (kind !== 'row') return [{ text: unit, codes: new Set([...codesOf(unit), ...context]) }];
    const row = codesOf(unit);
    if (row.size > 0) return [{ text: unit, codes: row }];
    return cellsOf(unit).map((cell, i) => ({ text: cell, codes: codesOf(columns[i] ?? '') }));
  });
}

const codesOf = (text: string): ReadonlySet<string> => new Set(codes(plainDigits(text)).values.flatMap(({ readings }) => readings));
