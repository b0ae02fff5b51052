import type { Random } from '../../../golden/statistics/random.ts';
import { wordCount } from './sentences.ts';
import type { Passage } from './sources.ts';

/** Shares of what is kept, swapped and replaced: enough that chunks of one passage differ, little enough that terms stay as frequent as they are. */
const KEEP = 0.8;
const SWAP = 0.15;
const REPLACE_NUMBER = 0.6;
const REPLACE_NAME = 0.12;
/** Passages on either side whose sentences may come in. */
const NEIGHBOURS = 3;
const WORDS = { least: 110, most: 190 };

const NUMBER = /(?<![\p{L}\p{N}_-])\d+(?![\p{L}\p{N}_-])/gu;
/** A capitalised word within a sentence. */
const NAME = /(?<=[\p{Ll}\p{N},;] )\p{Lu}\p{Ll}{2,}(?![\p{L}\p{N}])/gu;

/** Makes variations of passages: their sentences, some of their neighbours', other numbers and some other names. */
export function createVariation(passages: readonly Passage[]): (base: Passage, random: Random) => string {
  const names = namesOf(passages);
  const nearby = ({ index, set }: Passage) =>
    passages
      .slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)
      .filter((passage) => passage.set === set && passage.index !== index);
  /** Sentences to fill up with, those of the same document last. */
  const fillers = (base: Passage, random: Random): string[] => {
    const shuffled = random.shuffled(nearby(base));
    const ofDocument = (same: boolean) => shuffled.filter(({ document }) => (document === base.document) === same);
    return [ofDocument(false), ofDocument(true)].flatMap((near) => random.shuffled(near.flatMap(({ sentences }) => sentences)));
  };

  return (base, random) => {
    const target = WORDS.least + random.below(WORDS.most - WORDS.least + 1);
    const kept = base.sentences.filter(() => random.next() < KEEP);
    const chosen = kept.length > 0 ? kept : [random.pick(base.sentences)];
    for (let i = 1; i < chosen.length; i++) {
      const [before, after] = [chosen[i - 1], chosen[i]];
      if (before && after && random.next() < SWAP) [chosen[i - 1], chosen[i]] = [after, before];
    }
    let words = chosen.reduce((sum, sentence) => sum + wordCount(sentence), 0);
    const others = fillers(base, random);
    while (words < target && others.length > 0) {
      const sentence = others.pop() ?? '';
      chosen.splice(random.below(chosen.length + 1), 0, sentence);
      words += wordCount(sentence);
    }
    const pool = names.get(base.set) ?? [];
    return chosen
      .join(' ')
      .replaceAll(NUMBER, (number) => (random.next() < REPLACE_NUMBER ? otherNumber(number, random) : number))
      .replaceAll(NAME, (name) => (pool.length > 0 && random.next() < REPLACE_NAME ? random.pick(pool) : name));
  };
}

/** Of as many digits. */
const otherNumber = (number: string, random: Random): string =>
  Array.from(number, (_, i) => (i === 0 ? 1 + random.below(9) : random.below(10))).join('');

/** The names of each set, as often as they are used. */
function namesOf(passages: readonly Passage[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { set, sentences } of passages) {
    const known = names.get(set) ?? [];
    names.set(set, known);
    for (const sentence of sentences) known.push(...(sentence.match(NAME) ?? []));
  }
  return names;
}
