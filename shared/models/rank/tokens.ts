/**
 * The pieces of a text that are counted. Tokenisers differ and the Ranking API does not say which is its own, so the count is on the
 * high side: DESIGN.md, "Reranking", has it beside real ones.
 */
const PIECE = /[A-Z]?[a-z]+|[A-Z]+|\s+|./gsu;
const ALPHABET =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}]/u;

const LETTERS_A_TOKEN = 4;
const ALPHABET_LETTERS_A_TOKEN = 2;
/** A character beyond the basic plane is its four bytes to a tokeniser that does not know it. */
const BYTES_OF_ASTRAL = 4;

function tokensOfPiece(piece: string): number {
  if (/^[A-Za-z]/.test(piece)) return Math.ceil(piece.length / LETTERS_A_TOKEN);
  if (/^\s/.test(piece)) return piece === ' ' ? 0 : 1;
  if (piece.length > 1) return BYTES_OF_ASTRAL;
  return ALPHABET.test(piece) ? 1 / ALPHABET_LETTERS_A_TOKEN : 1;
}

/** About the most tokens that a text is. A letter of Chinese or Japanese, a digit and a sign are one each. */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) tokens += tokensOfPiece(piece);
  return Math.ceil(tokens);
}

/** The start of a text that is within `most` tokens, cut between words. */
export function cutToTokens(text: string, most: number): string {
  // Nothing but a surrogate is more than a token, and most passages are short: this spares them the count.
  if (text.length <= most && !/[\ud800-\udfff]/.test(text)) return text;
  let tokens = 0;
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    tokens += tokensOfPiece(piece);
    if (tokens > most) return text.slice(0, index).trimEnd();
  }
  return text;
}
