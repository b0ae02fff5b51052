/**
 * A vector for a text in which texts with words in common are near each other: each word's letters pick a few
 * dimensions. No model, but enough for a dense arm to have something true to find. Of length 1.
 */
export function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
    for (let i = 0; i < 4; i++) {
      hash = Math.imul(hash ^ (hash >>> 13), 0x5bd1e995) + i;
      const at = (hash >>> 0) % dimensions;
      vector[at] = (vector[at] ?? 0) + (hash & 1 ? 1 : -1) / word.length ** 0.1;
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
