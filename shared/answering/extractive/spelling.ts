/** Mistakes that a word of so many letters may have and still be meant: short words are too near each other. */
const mistakes = (letters: number): number => (letters >= 8 ? 2 : letters >= 6 ? 1 : 0);

/** The word of a vocabulary that a word is a misspelling of, if there is one: the nearest, beginning with the same letter. */
export function correction(word: string, vocabulary: Iterable<string>): string | undefined {
  const most = mistakes(word.length);
  if (most === 0 || !/^\p{L}+$/u.test(word)) return undefined;
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const other of vocabulary) {
    if (other[0] !== word[0] || Math.abs(other.length - word.length) > most) continue;
    const far = distance(word, other);
    if (far <= most && far < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { word: other, distance: far };
  }
  return best?.word;
}

/** Letters to insert, delete, replace or swap with the next (optimal string alignment; Damerau, 1964). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
