import { type Scan, scan, scanAll } from './value.ts';

/** By month, in English, German, Spanish, French, Italian, Portuguese and Dutch. */
const MONTHS = [
  'january januar enero janvier gennaio janeiro januari jan',
  'february februar febrero février fevrier febbraio fevereiro februari feb',
  'march märz marzo mars março maart mar',
  'april abril avril aprile apr abr',
  'may mai mayo maggio maio mei',
  'june juni junio juin giugno junho jun',
  'july juli julio juillet luglio julho jul',
  'august agosto août aout augustus aug ago',
  'september septiembre septembre settembre setembro sept sep',
  'october oktober octubre octobre ottobre outubro oct okt',
  'november noviembre novembre novembro nov',
  'december dezember diciembre décembre decembre dicembre dezembro dec dez dic',
].map((names) => names.split(' '));
const MONTH_OF = new Map(MONTHS.flatMap((names, i) => names.map((name) => [name, i + 1] as const)));
const LONG = MONTHS.flatMap((names) => names.filter((name) => name.length > 4));
const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);
/** A month by itself, where the word is nothing else: `mars`, `march` and `may` are. */
const ALONE = new RegExp(
  String.raw`(?<!\p{L})(?:${[...LONG.map(capital), ...LONG.filter((name) => !['march', 'august'].includes(name)), 'May', 'Mai', 'June', 'July', 'Juni', 'Juli'].join('|')})(?!\p{L})`,
  'gu',
);
const NAME = `(?<name>${[...MONTH_OF.keys()].sort((a, b) => b.length - a.length).join('|')})`;
const BEFORE = String.raw`(?<![\p{L}\p{N}])(?<!\p{N}[.,/-])`;
const AFTER = String.raw`(?![\p{L}\p{N}])(?![.,/-]\p{N})`;
const OF = "(?:de |del |of |d')?";

const written = (pattern: string) => new RegExp(BEFORE + pattern + AFTER, 'giu');
const YEAR_FIRST = written(String.raw`(?<year>\d{4})(?<cut>[-/.])(?<month>\d{1,2})\k<cut>(?<day>\d{1,2})`);
const YEAR_LAST = written(String.raw`(?<a>\d{1,2})(?<cut>[-/.])(?<b>\d{1,2})\k<cut>(?<year>\d{4})`);
const DAY_NAME = written(String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|[.ºª°])? ${OF}(?:${NAME})\.?(?:,? (?:de |del )?(?<year>\d{4}))?`);
const NAME_DAY = written(String.raw`${NAME}\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?`);
const NAME_YEAR = written(String.raw`${NAME}\.?,? (?:de |del |of )?(?<year>\d{4})`);
const CJK = /(?:(?<year>\d{4}) ?年 ?)?(?<month>\d{1,2}) ?月(?: ?(?<day>\d{1,2}) ?[日号])?/gu;
const KOREAN = /(?:(?<year>\d{4}) ?년 ?)?(?<month>\d{1,2}) ?월(?: ?(?<day>\d{1,2}) ?일)?/gu;

interface Day {
  readonly year?: number | undefined;
  readonly month: number;
  readonly day?: number | undefined;
}

/** Dates, exact or not, however written; `3/4/2026` may be either of two days. */
export const dates = (text: string): Scan =>
  scanAll(text, [
    (rest) => scan(rest, YEAR_FIRST, (match) => found([numbers(match)])),
    (rest) => scan(rest, YEAR_LAST, ({ groups: { a, b, year } = {} }) => found([day(year, b, a), day(year, a, b)])),
    (rest) => scan(rest, DAY_NAME, named),
    (rest) => scan(rest, NAME_DAY, named),
    (rest) => scan(rest, NAME_YEAR, named),
    (rest) => scan(rest, CJK, (match) => found([numbers(match)])),
    (rest) => scan(rest, KOREAN, (match) => found([numbers(match)])),
    (rest) => scan(rest, ALONE, ([name]) => found([{ month: MONTH_OF.get(name.toLowerCase()) ?? 0 }])),
  ]);

const day = (year: string | undefined, month: string | undefined, ofMonth: string | undefined): Day => ({
  year: year ? Number(year) : undefined,
  month: Number(month),
  day: ofMonth ? Number(ofMonth) : undefined,
});

const numbers = ({ groups }: RegExpMatchArray): Day => day(groups?.year, groups?.month, groups?.day);

const named = ({ groups }: RegExpMatchArray) =>
  found([{ ...day(groups?.year, '0', groups?.day), month: MONTH_OF.get(groups?.name?.toLowerCase() ?? '') ?? 0 }]);

function found(days: readonly Day[]) {
  const possible = days.filter(
    (each) => each.month >= 1 && each.month <= 12 && (each.day === undefined || (each.day >= 1 && each.day <= 31)),
  );
  if (possible.length === 0) return undefined;
  return { readings: possible.map(reading), stated: possible.flatMap(general) };
}

const reading = ({ year, month, day: ofMonth }: Day): string =>
  `date:${[year, String(month).padStart(2, '0'), ofMonth === undefined ? undefined : String(ofMonth).padStart(2, '0')].filter((part) => part !== undefined).join('-')}${ofMonth === undefined ? '/month' : ''}`;

/** What it says too, when it is exact. */
const general = ({ year, month, day: ofMonth }: Day): readonly string[] => [
  reading({ month }),
  ...(ofMonth === undefined ? [] : [reading({ month, day: ofMonth })]),
  ...(year === undefined ? [] : [reading({ year, month }), `number:${year}`, `bare:${year}`]),
];
