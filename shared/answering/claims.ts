import { sentences } from '../documents/chunk/sentences.ts';
import { MARKER } from './markers.ts';
import { dates } from './values/dates.ts';
import { LINK } from './values/quotations.ts';

/** A sentence of an answer. */
export interface Claim {
  /** What stands before it: white space, line ends, the mark of an item. */
  readonly lead: string;
  /** With its markers. */
  readonly text: string;
  /** Without. */
  readonly said: string;
  readonly markers: readonly string[];
  /** Whether it says something that could be wrong: see `isFactual`. */
  readonly factual: boolean;
}

const LEAD = /^(?:\s|#{1,6}\s|>\s?|[-*+•·]\s|\|?[\s:|-]+\|?$)*/;
/** The mark of an item, or the day of a date, or an ordinal: see `counted`. */
const NUMBER = /^(\d{1,3})[.)]\s/;
/** A number that a sentence begins or ends with is no sentence, nor its end. */
const ONLY_NUMBER = /^\s*\d{1,3}\.\s*$/;
const LAST_NUMBER = /\d{1,2}\.\s*$/;
/** Markers that a piece begins with: they belong to the sentence before it. */
const MARKERS_FIRST = /^\s*(?:\[S\d+\]\s*)+[.。]?/;

/** An answer as its sentences. Together, leads included, they are the answer. */
export function claimsIn(answer: string, language = 'und'): readonly Claim[] {
  const claims: Claim[] = [];
  let lead = '';
  const lines = answer.split(/(?<=\n)/);
  const counts = counted(lines);
  for (const [i, line] of lines.entries()) {
    const start = leadOf(line, counts.has(i));
    lead += line.slice(0, start);
    for (const piece of piecesOf(line.slice(start), language)) {
      const text = piece.trim();
      const before = piece.length - piece.trimStart().length;
      if (text) claims.push(claim(lead + piece.slice(0, before), text));
      lead = text ? piece.slice(before + text.length) : lead + piece;
    }
  }
  return claims;
}

/** How much of a line stands before what it says. */
function leadOf(line: string, isCounted = false): number {
  const start = LEAD.exec(line)?.[0].length ?? 0;
  const number = isCounted ? (NUMBER.exec(line.slice(start))?.[0].length ?? 0) : 0;
  return number === 0 ? start : start + number + leadOf(line.slice(start + number));
}

/**
 * The lines whose number counts a list: 1 where 2 follows, and each that follows. Any other number at the beginning of a line is said and
 * has to stand in what is cited: `30. April is the last day` is no thirtieth item. A day of a month never counts.
 */
function counted(lines: readonly string[]): ReadonlySet<number> {
  const counts = new Set<number>();
  /** By how far it is indented, the last item of a list. */
  const last = new Map<number, { readonly number: number; readonly line: number; readonly isDay: boolean }>();
  for (const [line, text] of lines.entries()) {
    const indent = leadOf(text);
    const number = Number(NUMBER.exec(text.slice(indent))?.[1]);
    if (Number.isNaN(number)) continue;
    const isDay = isDayOfMonth(text.slice(indent));
    const before = last.get(indent);
    if (number === 1 ? isDay : before?.number !== number - 1) continue;
    last.set(indent, { number, line, isDay });
    if (number === 1) continue;
    if (before && !before.isDay) counts.add(before.line);
    if (!isDay) counts.add(line);
  }
  return counts;
}

/** Whether a text begins with the day of a month. */
const isDayOfMonth = (text: string): boolean => dates(text).values.some(({ written }) => /^\d/.test(written) && text.startsWith(written));

function piecesOf(line: string, language: string): readonly string[] {
  const pieces: string[] = [];
  // A full stop and a bracket would be two sentences in Chinese; a joiner belongs to what is before it. A link holds anything.
  const text = line.replaceAll(MARKER, (marker) => '\u2060'.repeat(marker.length)).replaceAll(LINK, (link) => 'x'.repeat(link.length));
  let from = 0;
  for (const { end } of sentences({ text, language }, { start: 0, end: line.length })) {
    const piece = line.slice(from, end);
    const [number] = LAST_NUMBER.exec(piece) ?? [];
    if (end < line.length && number && (ONLY_NUMBER.test(piece) || isDayOfMonth(number + line.slice(end)))) continue;
    from = end;
    const mine = pieces.length > 0 ? (MARKERS_FIRST.exec(piece)?.[0] ?? '') : '';
    if (mine) pieces[pieces.length - 1] += mine;
    if (piece.length > mine.length) pieces.push(piece.slice(mine.length));
  }
  return pieces;
}

function claim(lead: string, text: string): Claim {
  const said = text.replaceAll(new RegExp(`\\s*${MARKER.source}`, 'g'), '').trim();
  return { lead, text, said, markers: [...new Set(text.match(MARKER) ?? [])], factual: isFactual(said) };
}

/** Greetings, and yes or no by itself. */
const ASIDE =
  /^(?:hello|hi|hey|thanks?|thank you|sure|certainly|of course|yes|no|sorry|you(?:'|’)re welcome|welcome|hallo|guten (?:tag|morgen)|danke|gern(?:e)?|entschuldigung|ja|nein|hola|gracias|claro|lo siento|s[ií]|bonjour|merci|désolée?|oui|non|ciao|grazie|こんにちは|ありがとう(?:ございます)?|はい|いいえ|您好|你好|谢谢|是的?|不是?)(?: there| again)?[\s,.!。！、]*$/iu;
/** Offers, and sentences about the answer itself. */
const ABOUT_ITSELF =
  /^(?:(?:(?:please )?let me know|feel free|i hope|i can help|how can i|happy to|here (?:is|are))\b|(?:(?:the|these|our) (?:documents|passages|sources) (?:do(?:es)? not|don(?:'|’)t)|i (?:could|can) ?(?:not|n(?:'|’)t) (?:find|tell|say|answer)|i (?:do not|don(?:'|’)t) (?:know|have))\b|(?:die|in den) (?:dokumente|unterlagen)n? .*(?:nicht|keine)|los documentos no |les documents ne |(?:提供的)?(?:文档|资料|文件)(?:中)?(?:没有|未)|(?:資料|文書|ドキュメント)(?:に)?は.*(?:ありません|記載がない|ません))/iu;

/**
 * Whether a sentence has to be supported. It has, unless it is a question, has no word in it, announces what follows (it ends with a
 * colon), is a greeting or a yes or no by itself, or speaks of the answer or the documents and holds no digit: what claims nothing
 * needs no source, and all that is not known to be such is taken for a claim.
 */
export function isFactual(said: string): boolean {
  if (!/\p{L}|\p{N}/u.test(said)) return false;
  if (/\p{Nd}/u.test(said)) return !/[?？؟]["'”»)]*$/u.test(said);
  return !/[?？؟:：]["'”»)*_]*$/u.test(said) && !ASIDE.test(said) && !ABOUT_ITSELF.test(said);
}

/** Whether a sentence is a greeting, thanks, or a yes or no, and nothing else. */
export const isCourtesy = (said: string): boolean => ASIDE.test(said);
