/** A table or a list without full stops would be one sentence: cut at this many words. */
const LONGEST_WORDS = 60;

/** Text without what Markdown gives a meaning to, on one line: every chunk must come through the parser as it is. */
export const clean = (text: string): string =>
  text
    .replaceAll(/[`*|#<>[\]~=\\\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const wordCount = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** The sentences of a text, cleaned; each a word at least. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => clean(paragraph).split(/(?<=[.!?]["')]?)\s+(?=["'(]?[\p{Lu}\p{N}])/u))
    .flatMap(pieces)
    .map((sentence) => sentence.replace(/^[^\p{L}\p{N}"'(]+/u, ''))
    .filter((sentence) => /\p{L}/u.test(sentence));

function pieces(sentence: string): readonly string[] {
  const words = sentence.split(' ');
  return Array.from({ length: Math.ceil(words.length / LONGEST_WORDS) }, (_, i) =>
    words.slice(i * LONGEST_WORDS, (i + 1) * LONGEST_WORDS).join(' '),
  );
}
