import { codes, statedCodes } from './codes.ts';
import { dates } from './dates.ts';
import { fractions } from './fractions.ts';
import { withDigits } from './han-numerals.ts';
import { smallWordsLanguage } from './language.ts';
import { names, statedWords } from './names.ts';
import { numberWords } from './number-words.ts';
import { numbers, times } from './numbers.ts';
import { plainDigits } from './plain-digits.ts';
import { comparable, verbatims } from './quotations.ts';
import { scriptOf } from './script.ts';
import { hasUnit } from './units.ts';
import { scanAll, type Value } from './value.ts';

/** What a passage states, as far as it can be looked up. */
export interface Stated {
  readonly readings: ReadonlySet<string>;
  /** As quotations are compared. */
  readonly text: string;
  readonly language: string | undefined;
  /** Whether it is in a script whose units of measure are in no table here. */
  readonly hasOtherUnits: boolean;
}

const SCANS = [fractions, dates, times, codes, numbers, numberWords];

const read = (text: string, isRead = false) => withDigits(plainDigits(text), isRead);
/** Scripts of the units of measure in the table. */
const MEASURED = new Set(['latin', 'han', 'kana']);

/** Marks of what a number is of: one of them has to be in a passage that is to support it. */
const MARKS: readonly RegExp[] = [
  /%|\bper ?cents?\b|prozent|por ciento|pour cent|パーセント|百分之/iu,
  /€|\beuros?\b|\bEUR\b|欧元|ユーロ/iu,
  /\$|\bdollars?\b|\bUSD\b|美元|ドル|dólar/iu,
  /£|\bpounds?\b|\blbs?\b|\bGBP\b|\blibras?\b/iu,
  /¥|\byen\b|\byuan\b|\b(?:JPY|CNY)\b|円|人民币/iu,
];

/** Numbers, times and dates of a text, as it has them; codes are none. */
export const valuesIn = (text: string): readonly string[] =>
  scanAll(read(text), SCANS)
    .values.filter(
      ({ readings }) => !readings.some((reading) => reading.startsWith('code:') && !readings.some((each) => each.startsWith('number:'))),
    )
    .map(({ written }) => written);

/** What a text states of what can be claimed. */
export function statedIn(text: string): Stated {
  const plain = read(text, true);
  const { stated } = scanAll(plain, SCANS);
  const units = MARKS.flatMap((unit, i) => (unit.test(plain) ? [`unit:${i}`] : []));
  const readings = new Set([...stated, ...statedCodes(plain), ...statedWords(plain), ...units]);
  const hasOtherUnits = !MEASURED.has(scriptOf(text) ?? '');
  return { readings, text: comparable(text), language: smallWordsLanguage(text), hasOtherUnits };
}

/**
 * What a sentence claims that stands in none of these: its numbers, dates, times and codes, what it quotes, links, and names (the
 * last unless all of them are in another language, where a name may be another word). As the sentence has it, each once.
 */
export function missingIn(sentence: string, sources: readonly Stated[]): readonly string[] {
  const { found, rest } = verbatims(sentence);
  const quoted = found.filter(({ wanted }) => wanted === undefined || !sources.some(({ text }) => text.includes(wanted)));
  const plain = read(rest);
  const { values, rest: left } = scanAll(plain, SCANS);
  const isStated = ({ readings, or }: Value): boolean =>
    readings.some((reading) => sources.some((source) => source.readings.has(reading))) || Boolean(or?.every(isStated));
  const units = values.some(({ readings }) => readings.some((reading) => reading.startsWith('number:')))
    ? MARKS.flatMap((unit, i): Value[] => {
        const written = unit.exec(plain)?.[0];
        return written ? [{ written, readings: [`unit:${i}`] }] : [];
      })
    : [];
  const language = smallWordsLanguage(plain);
  const isForeign =
    language !== undefined && sources.length > 0 && sources.every((source) => source.language && source.language !== language);
  const claimed = [
    ...values,
    ...units,
    ...(isForeign ? [] : names(MARKS.reduce((text, unit) => text.replaceAll(new RegExp(unit, 'giu'), ' '), left))),
  ];
  const wrong = [...quoted, ...claimed.filter((value) => !isStated(value))].map(({ written }) => written);
  // Where the number is wrong its unit does not matter.
  const miscounted = values.flatMap((value) => (isStated(value) && !isCounted(value, sources) ? (value.unit?.written ?? []) : []));
  return [...new Set([...wrong, ...miscounted.filter((each) => !wrong.some((value) => each.includes(value)))])];
}

/**
 * Whether a number stands in its unit somewhere, or without one where its unit stands elsewhere, as above a column. So `7 kg` does not
 * hold where `7 bar` and `8 kg` stand.
 */
function isCounted({ unit, readings }: Value, sources: readonly Stated[]): boolean {
  if (!unit) return true;
  const numbers = readings.flatMap((reading) => (reading.startsWith('number:') ? reading.slice('number:'.length) : []));
  const has = (kind: string, source: Stated) => numbers.some((number) => source.readings.has(`${kind}:${number}`));
  return sources.some(
    (source) =>
      numbers.some((number) => source.readings.has(`pair:${number}|${unit.id}`)) ||
      (has('bare', source) && (source.hasOtherUnits || sources.some(({ text }) => hasUnit(text, unit.id)))),
  );
}
