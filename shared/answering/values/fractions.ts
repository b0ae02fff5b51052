import { type Scan, scan, type Value } from './value.ts';

/**
 * Shares and multiples in words: as a sentence claims them, which is only where they are of something (`the second half`, `half an hour` and
 * `half-open` are none), and as a passage may state them.
 */
const FRACTIONS: readonly { readonly numbers: readonly string[]; readonly said: string; readonly there: string }[] = [
  {
    numbers: ['0.5', '50'],
    said: String.raw`(?<!(?:first|second|other|upper|lower|latter|left|right) )\b(?:one )?half (?:of|the|its|their)\b|\bby half\b|\bhalf[ -]price\b|\bdie hälfte\b|\b(?:la )?mitad de\b|\bla moitié\b|\b(?:la )?metà (?:di|del)|\b(?:a )?metade d[aoe]\b|\bde helft\b|一半|半[額额]`,
    there: String.raw`\bhalf\b|halves|halved|\bhalb|hälfte|mitad|medi[ao]\b|moitié|\bdemie?\b|metà|mezz[ao]|metade|mei[ao]\b|helft|\bhalve?\b|半|½|1[/⁄]2`,
  },
  {
    numbers: ['33', '33.3', '33.33'],
    said: String.raw`\b(?:a|one) third of\b|\bein drittel\b|\bun tercio\b|\bun tiers\b|\bun terzo\b|\bum terço\b|三分之一|三分の一`,
    there: String.raw`\bthirds?\b|drittel|tercio|\btiers\b|terzo|terço|derde|三分[之の]一|⅓|1[/⁄]3`,
  },
  {
    numbers: ['25', '0.25'],
    said: String.raw`\b(?:a|one) quarter of (?:the|its|their|all)\b(?! year)|\bein viertel\b|\bun cuarto de l|四分之一|四分の一`,
    there: String.raw`\bquarters?\b|viertel|cuart[oa]|quarts?\b|quart[oi]|kwart|四分[之の]一|¼|1[/⁄]4`,
  },
  {
    numbers: ['2', '200'],
    said: String.raw`\b(?:double|twice) (?:the|its|their)\b|\bdas doppelte\b|\bdoppelt so\b|\bel doble\b|\ble double\b|\bil doppio\b|\bo dobro\b|\bhet dubbele\b`,
    there: 'double|twice|doubling|dop+el|doble|doppi|dobr|dubbel|zweifach|[倍兩两]',
  },
  {
    numbers: ['3', '300'],
    said: String.raw`\b(?:triple|three times) (?:the|its|their)\b|\bdas dreifache\b|\bel triple\b|\ble triple\b|\bil triplo\b|\bo triplo\b`,
    there: 'tripl|thrice|dreifach|drievoud|倍',
  },
];
const READ = FRACTIONS.map(({ numbers, said, there }, i) => ({
  readings: [`fraction:${i}`, ...numbers.map((number) => `number:${number}`)],
  said: new RegExp(said, 'giu'),
  there: new RegExp(there, 'iu'),
  own: `fraction:${i}`,
}));

/** Half, a third, a quarter, double, triple: each is also its per cent, in digits. */
export function fractions(text: string): Scan {
  const values: Value[] = [];
  let rest = text;
  for (const { readings, said } of READ) {
    const found = scan(rest, said, () => ({ readings }));
    values.push(...found.values);
    rest = found.rest;
  }
  return { values, stated: READ.flatMap(({ there, own }) => (there.test(text) ? [own] : [])), rest };
}
