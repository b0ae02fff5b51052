const CHARACTERS_A_TOKEN = 4;

export interface Piece {
  readonly text: string;
  readonly pages: { readonly firstPage: number; readonly lastPage: number } | undefined;
}

/** Pieces of about so many tokens, cut between words, each beginning with the last words of the one before. */
export function chunk(text: string, chunkSize: number, chunkOverlap: number): readonly Piece[] {
  const most = chunkSize * CHARACTERS_A_TOKEN;
  const overlap = chunkOverlap * CHARACTERS_A_TOKEN;
  const pageAt = pagesOf(text);
  const pieces: Piece[] = [];
  let from = wordFrom(text, 0);
  let before = 0;
  while (from < text.length) {
    const to = endOf(text, from, most);
    if (to > before) {
      const piece = text.slice(from, to).trimEnd();
      pieces.push({ text: piece.replaceAll('\f', '\n'), pages: pageAt(from, from + piece.length) });
      before = to;
      const next = wordFrom(text, to);
      from = next < text.length && overlap > 0 ? Math.min(next, overlapFrom(text, Math.max(from + 1, to - overlap), to)) : next;
    } else {
      // The overlap left no room for another word.
      from = wordFrom(text, before);
    }
  }
  return pieces;
}

const isSpace = (text: string, at: number) => /\s/.test(text.charAt(at));

/** Where the next word begins. */
function wordFrom(text: string, at: number): number {
  let from = at;
  while (from < text.length && isSpace(text, from)) from++;
  return from;
}

/** Where a piece ends: after its last whole word, or within a word that is longer than a piece. */
function endOf(text: string, from: number, most: number): number {
  const full = from + most;
  if (full >= text.length) return text.length;
  let to = full;
  while (to > from && !isSpace(text, to)) to--;
  return to > from ? to : full;
}

/** Where the first whole word of an overlap begins, or the overlap itself where it has no space. */
function overlapFrom(text: string, at: number, to: number): number {
  if (isSpace(text, at - 1)) return wordFrom(text, at);
  let from = at;
  while (from < to && !isSpace(text, from)) from++;
  return wordFrom(text, from < to ? from : at);
}

/** Pages from a place to another, where form feeds part them. */
function pagesOf(text: string): (from: number, to: number) => Piece['pages'] {
  const breaks = [...text.matchAll(/\f/g)].map(({ index }) => index);
  const pageAt = (offset: number) => 1 + breaks.filter((at) => at < offset).length;
  return (from, to) => (breaks.length > 0 ? { firstPage: pageAt(from), lastPage: pageAt(to) } : undefined);
}
