const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\\s+)?';

/** How a day is written; `06/29/2022` is not here, for elsewhere in the world the day comes first. */
const DAYS: readonly RegExp[] = [
  /^(?<year>\d{4})(?<cut>[-/.])(?<month>\d{1,2})\k<cut>(?<day>\d{1,2})(?!\d)/,
  /^(?:D:)?(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?!\d)/,
  new RegExp(String.raw`^${WEEKDAY}(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+${MONTH},?[\s-]+(?<year>\d{4})(?!\d)`, 'i'),
  new RegExp(String.raw`^${WEEKDAY}${MONTH}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?!\d)`, 'i'),
];

/** A time of day after it, as ISO, mail and PDF have it. PDF puts apostrophes into its zones, and an offset after `Z`. */
const TIME =
  /^(?:T|,?\s+(?:at\s+)?)?(?<hour>\d{1,2}):?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?:\s*(?<half>[ap]m))?\s*(?<zone>(?:Z|UTC?|GMT)?(?:[+-]?\d{2}[:']?(?:\d{2})?'?)?|[ECMP][SD]T)(?:\s*\([^()]*\))?$/i;
/** No date is longer, and the spaces of a longer text would be gone over again and again. */
const MOST_CHARS = 100;
/** Hours from UTC of the zones that mail has by name. */
const ZONES: Readonly<Record<string, number>> = { EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 };

/**
 * A date as `2026-01-31`, or, where it has a time of day, `2026-01-31T08:00:00.000Z`: dates written so compare as text.
 * A time without a zone is taken for UTC. A year or a month alone stays as it is. Undefined for what is no such date.
 */
export function isoDate(text: string | undefined): string | undefined {
  const written = text?.trim() ?? '';
  if (/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(written)) return written;
  if (written.length > MOST_CHARS) return undefined;
  for (const pattern of DAYS) {
    const match = pattern.exec(written);
    if (match) return moment(match.groups ?? {}, written.slice(match[0].length));
  }
  return undefined;
}

type Parts = Readonly<Record<string, string | undefined>>;

function moment({ year, month, name, day }: Parts, rest: string): string | undefined {
  const monthNumber = name ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) : Number(month) - 1;
  const date = new Date(Date.UTC(Number(year), monthNumber, Number(day)));
  // Date.UTC counts on, so that February 31 is March 2.
  if (date.getUTCMonth() !== monthNumber || date.getUTCDate() !== Number(day)) return undefined;
  if (rest === '') return date.toISOString().slice(0, 10);
  const time = milliseconds(TIME.exec(rest)?.groups);
  return time === undefined ? undefined : new Date(date.getTime() + time).toISOString();
}

/** From the beginning of the day in UTC. */
function milliseconds(time: Parts | undefined): number | undefined {
  if (!time) return undefined;
  const { half } = time;
  const hour = half ? (Number(time.hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(time.hour);
  const minute = Number(time.minute);
  const second = Number(`${time.second ?? 0}.${time.fraction ?? 0}`);
  if (hour > 23 || minute > 59 || second >= 60 || (half && Number(time.hour) > 12)) return undefined;
  return ((hour * 60 + minute - offset(time.zone ?? '')) * 60 + second) * 1_000;
}

/** Minutes from UTC. */
function offset(zone: string): number {
  const named = ZONES[zone.toUpperCase()];
  if (named !== undefined) return named * 60;
  const [, sign, hours, minutes = '0'] = /([+-])(\d{2})[:']?(\d{2})?/.exec(zone) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}
