import type { Citable } from './cite.ts';
import { GOES_ON, type Order, orderOf } from './orders.ts';
import { unitsOf } from './passage-units.ts';

/** Pictures of elsewhere, links, and elements that fetch something, which takes an attribute: `array<Object^>` is C++. */
const REACHING = /!?\[[^\]\n]*\]\(\s*<?(?:https?:)?\/\/[^)\s]*\)|<(?:img|iframe|script|object|embed|form)\b[^>=]*=[^>]*>/gi;
/** An address with a place for something that it is to take along. Others are let be: an answer has them as they are, or not at all. */
const TAKES = /^!|^<|[=&?]>?\)$|[{}[\]$<]|%7B/i;
const BASE64 = /(?:[A-Za-z0-9+/]{4}){6,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?/g;
/** Characters that nobody sees, and that turn what is seen around; joiners, which scripts and emoji need, are none of them. */
export const HIDDEN = /[\u{e0000}-\u{e007f}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/gu;
/** What stands in the place of what was left out. */
export const LEFT_OUT = '[…]';

export interface Cleaned {
  /** What may be read. */
  readonly text: string;
  /** Sentences, links and blobs that were left out. */
  readonly removed: number;
}

/** What a passage says to people. A text without any of it comes back as it is, so that quotations stay word for word. */
export function withoutOrders(text: string): Cleaned {
  const spans: { readonly start: number; readonly end: number }[] = [];
  let before: { readonly end: number } | undefined;
  // The question mark of an address ends no sentence.
  for (const { start, end } of unitsOf(text.replaceAll(/\]\([^()\s]*\)/g, (link) => 'x'.repeat(link.length)))) {
    const unit = text.slice(start, end);
    const order = orderIn(unit);
    const goesOn = before !== undefined && !/\n\s*\n/.test(text.slice(before.end, start)) && GOES_ON.test(unit);
    // A weak order may be none, and the next sentence true.
    before = order === 'strong' || goesOn ? { end } : undefined;
    if (order || goesOn) spans.push({ start, end });
  }
  // What units leave out: the inside of a comment, a line of dashes.
  for (const { index, 0: hidden } of text.matchAll(/<!--[\s\S]*?(?:-->|$)/g)) {
    if (orderIn(hidden, true)) spans.push({ start: index, end: index + hidden.length });
  }
  for (const { index, 0: blob } of text.matchAll(BASE64)) {
    if (orderIn(decoded(blob), true)) spans.push({ start: index, end: index + blob.length });
  }
  for (const { index, 0: link } of text.matchAll(REACHING)) {
    if (TAKES.test(link.replace(/^\[[^\]]*\]/, ''))) spans.push({ start: index, end: index + link.length });
  }
  if (spans.length === 0) return { text, removed: 0 };
  let cleaned = '';
  let from = 0;
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    if (end <= from) continue;
    cleaned += text.slice(from, Math.max(from, start)) + (start >= from ? LEFT_OUT : '');
    from = end;
  }
  return { text: cleaned + text.slice(from), removed: spans.length };
}

/** Nothing of a title is left where it gives an order. */
const headingWithoutOrders = (text: string): string => (orderIn(text) ? LEFT_OUT : withoutOrders(text).text);

/** A passage without what in it gives orders to a model, its title and headings included; `removed` counts what its text lost. */
export function cleaned<P extends Citable>(hit: P): { readonly passage: P; readonly removed: number } {
  const { text, removed } = withoutOrders(hit.text);
  const [title, section] = [headingWithoutOrders(hit.source.title), headingWithoutOrders(hit.section)];
  const isClean = removed === 0 && title === hit.source.title && section === hit.section;
  return { passage: isClean ? hit : { ...hit, text, section, source: { ...hit.source, title } }, removed };
}

function orderIn(text: string, unseen = false): Order {
  const plain = text
    .normalize('NFKC')
    .replaceAll(HIDDEN, '')
    .replaceAll(/[*_`]+/g, '')
    .replaceAll(/\s+/g, ' ');
  const secret = tagged(text);
  return /\p{L}{3}/u.test(secret) ? 'strong' : orderOf(plain, unseen);
}

/** What is written in characters that nobody sees: tags of Unicode, each an ASCII character. A flag of Scotland is five of them. */
const tagged = (text: string): string =>
  Array.from(text.replaceAll(/\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu, '').matchAll(/[\u{e0020}-\u{e007e}]/gu), ([tag]) =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
  ).join('');

const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
