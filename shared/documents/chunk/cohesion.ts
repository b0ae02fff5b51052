import type { Range } from '../parse/segments.ts';

/** How much text on either side of a gap is compared: a few sentences. */
const WINDOW_CHARS = 400;
/** Enough of a word for its forms to be one, in most languages. */
const STEM_CHARS = 6;
const WORD = /[\p{L}\p{M}\p{N}]{2,}/gu;
/** Scripts without spaces, whose words are stood for by pairs of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

type Bag = ReadonlyMap<string, number>;

/**
 * For each unit how much the text before it and the text after it are about the same thing, from 0 to 1: the cosine of
 * their words, the rarer the heavier (Hearst, "TextTiling", Computational Linguistics 1997). Where it is low the topic
 * changes, and a cut parts least.
 */
export function cohesion(text: string, units: readonly Range[]): readonly number[] {
  const bags = units.map(({ start, end }) => bagOf(text.slice(start, end)));
  const spread = new Map<string, number>();
  for (const bag of bags) for (const stem of bag.keys()) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  const weight = (stem: string, count: number) => (1 + Math.log(count)) * Math.log((units.length + 1) / (spread.get(stem) ?? 1));
  return units.map((_, i) => (i === 0 ? 0 : cosine(window(units, bags, i - 1, -1), window(units, bags, i, 1), weight)));
}

function bagOf(text: string): Bag {
  const bag = new Map<string, number>();
  for (const stem of (text.toLowerCase().match(WORD) ?? []).flatMap(stems)) bag.set(stem, (bag.get(stem) ?? 0) + 1);
  return bag;
}

function stems(word: string): readonly string[] {
  if (!UNSPACED.test(word)) return word.length > 2 ? [word.slice(0, STEM_CHARS)] : [];
  return Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2));
}

/** The words of the units from `from` on in one direction, as many as fill the window. */
function window(units: readonly Range[], bags: readonly Bag[], from: number, step: 1 | -1): Bag {
  const sum = new Map<string, number>();
  let chars = 0;
  for (let i = from; chars < WINDOW_CHARS; i += step) {
    const [unit, bag] = [units[i], bags[i]];
    if (!unit || !bag) break;
    for (const [stem, count] of bag) sum.set(stem, (sum.get(stem) ?? 0) + count);
    chars += unit.end - unit.start;
  }
  return sum;
}

function cosine(a: Bag, b: Bag, weight: (stem: string, count: number) => number): number {
  const weighted = (bag: Bag) => Array.from(bag, ([stem, count]): [string, number] => [stem, weight(stem, count)]);
  const [left, right] = [weighted(a), new Map(weighted(b))];
  const dot = left.reduce((sum, [stem, value]) => sum + value * (right.get(stem) ?? 0), 0);
  const norm = (values: Iterable<number>) => Math.sqrt(Iterator.from(values).reduce((sum, value) => sum + value ** 2, 0));
  const norms = norm(left.map(([, value]) => value)) * norm(right.values());
  return norms === 0 ? 0 : dot / norms;
}
