/**
 * Whether a sentence of an answer stands in a passage word for word, but for white space. A row of a table reads `column: cell; …` in an
 * answer: its cells have to stand in one line, and the names of the columns in the passage.
 */
export function standsIn(said: string, passage: string): boolean {
  const wanted = squashed(said).replace(/[.!?。！？]+$/u, '');
  if (wanted === '') return false;
  const whole = squashed(passage);
  if (whole.includes(wanted)) return true;
  const pieces = wanted.split('; ');
  return passage.split('\n').some((written) => {
    const line = squashed(written);
    return pieces.every((piece) => {
      if (line.includes(piece)) return true;
      const at = piece.indexOf(': ');
      return at > 0 && whole.includes(piece.slice(0, at)) && line.includes(piece.slice(at + 2));
    });
  });
}

/** Lines of a quotation begin with a mark that is no part of it. */
const squashed = (text: string): string => text.replaceAll(/\s*\n[\s>]*|\s+/g, ' ').trim();
