import { codes, statedCodes } from './codes.ts';
import { dates } from './dates.ts';
import { smallWordsLanguage } from './language.ts';
import { names, statedWords } from './names.ts';
import { numbers, numberWords, times } from './numbers.ts';
import { plainDigits } from './plain-digits.ts';
import { comparable, verbatims } from './quotations.ts';
import { missingSpans } from './spans.ts';
import { scanAll, type Value } from './value.ts';

/** What a passage states, as far as it can be looked up. */
export interface Stated {
  readonly readings: ReadonlySet<string>;
  /** As quotations are compared. */
  readonly text: string;
  readonly language: string | undefined;
}

const SCANS = [dates, times, codes, numbers, numberWords];

/** Marks of what a number is of: one of them has to be in a passage that is to support it. */
const UNITS: readonly RegExp[] = [
  /%|\bper ?cents?\b|prozent|por ciento|pour cent|パーセント|百分之/iu,
  /€|\beuros?\b|\bEUR\b|欧元|ユーロ/iu,
  /\$|\bdollars?\b|\bUSD\b|美元|ドル|dólar/iu,
  /£|\bpounds?\b|\bGBP\b|\blibras?\b/iu,
  /¥|\byen\b|\byuan\b|\b(?:JPY|CNY)\b|円|人民币/iu,
];

/** Numbers, times and dates of a text, as it has them; codes are none. */
export const valuesIn = (text: string): readonly string[] =>
  scanAll(plainDigits(text), SCANS)
    .values.filter(
      ({ readings }) => !readings.some((reading) => reading.startsWith('code:') && !readings.some((each) => each.startsWith('number:'))),
    )
    .map(({ written }) => written);

/** What a text states of what can be claimed. */
export function statedIn(text: string): Stated {
  const plain = plainDigits(text);
  const { stated } = scanAll(plain, SCANS);
  const units = UNITS.flatMap((unit, i) => (unit.test(plain) ? [`unit:${i}`] : []));
  const readings = new Set([...stated, ...statedCodes(plain), ...statedWords(plain), ...units]);
  return { readings, text: comparable(text), language: smallWordsLanguage(text) };
}

/**
 * What a sentence claims that stands in none of these: its numbers, dates, times and codes, what it quotes, links, and names (the
 * last unless all of them are in another language, where a name may be another word). As the sentence has it, each once.
 */
export function missingIn(sentence: string, sources: readonly Stated[]): readonly string[] {
  const { found, rest } = verbatims(sentence);
  const quoted = found.filter(({ wanted }) => wanted === undefined || !sources.some(({ text }) => text.includes(wanted)));
  const plain = plainDigits(rest);
  const { values, rest: left } = scanAll(plain, SCANS);
  const isStated = ({ readings, or }: Value): boolean =>
    readings.some((reading) => sources.some((source) => source.readings.has(reading))) || Boolean(or?.every(isStated));
  const units = values.some(({ readings }) => readings.some((reading) => reading.startsWith('number:')))
    ? UNITS.flatMap((unit, i): Value[] => {
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
    ...(isForeign ? [] : names(UNITS.reduce((text, unit) => text.replaceAll(new RegExp(unit, 'giu'), ' '), left))),
  ];
  const wrong = [...quoted, ...claimed.filter((value) => !isStated(value))].map(({ written }) => written);
  const texts = sources.map(({ text }) => text);
  // Where the number is wrong its unit does not matter.
  const spans = missingSpans(plain, texts).filter((span) => !wrong.some((value) => span.includes(value)));
  return [...new Set([...wrong, ...spans])];
}
