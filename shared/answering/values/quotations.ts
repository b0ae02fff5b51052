import { fold } from '../../documents/fold.ts';

const MARKS = /"([^"]{2,}?)"|“([^“”]{2,}?)”|„([^„“”]{2,}?)[“”]|«([^«»]{2,}?)»|»([^«»]{2,}?)«|「([^「」]+)」|『([^『』]+)』|`([^`]{2,}?)`/gu;
/** Links in Markdown, addresses by themselves, and elements of HTML that reach out. */
export const LINK =
  /<\/?(?:a|img|iframe|script|link|svg|object|embed|video|audio|form|style|meta|base)\b[^>]*>|<[a-z][^<>]*=[^<>]*>|(!?)\[[^\]\n]{0,500}\]\(\s*([^)\s]+)[^)]*\)|(?:\b[a-z][a-z\d+.-]*:)?\/\/[^\s<>()"'`「」）]+|\b(?:www\.|(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}(?::\d+)?[/?])[^\s<>()"'`「」）]+|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const BESIDE_UNSPACED = new RegExp(`(?<=[${UNSPACED}]) | (?=[${UNSPACED}])`, 'gu');

/** What stands in a text and has to stand in a passage word for word. */
export interface Verbatim {
  readonly written: string;
  /** By `comparable`; undefined for what no passage can support. */
  readonly wanted: string | undefined;
}

/** Quotations, code, links and addresses. Pictures and HTML have no place in an answer, whatever they are of. */
export function verbatims(text: string): { readonly found: readonly Verbatim[]; readonly rest: string } {
  const found: Verbatim[] = [];
  for (const match of text.matchAll(MARKS)) {
    const inside = match.slice(1).find((group) => group !== undefined) ?? '';
    for (const piece of inside.split(/\s*(?:…|\.\.\.|\[…\]|\[\.\.\.\])\s*/)) {
      const wanted = comparable(piece).replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, '');
      if (wanted) found.push({ written: match[0], wanted });
    }
  }
  const rest = text.replaceAll(LINK, (whole: string, picture: string | undefined, target: string | undefined) => {
    const address = comparable((target ?? whole).replace(/[.,;:!?。、]+$/u, ''));
    found.push({ written: whole, wanted: picture || whole.startsWith('<') ? undefined : address });
    // The words of a link are words of the sentence.
    return target && !picture ? whole.replace(/\]\([^)]*\)$/, ']') : ' ';
  });
  return { found, rest };
}

/** A text as quotations of it are compared: without case, width, emphasis and white space that means nothing. */
export const comparable = (text: string): string =>
  fold(text)
    .replaceAll(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(BESIDE_UNSPACED, '')
    .trim();
