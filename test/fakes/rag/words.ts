export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export function countWords(text: string): { readonly words: ReadonlyMap<string, number>; readonly length: number } {
  const words = new Map<string, number>();
  const all = wordsOf(text);
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1);
  return { words, length: all.length };
}
