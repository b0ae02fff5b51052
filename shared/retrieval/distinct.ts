import type { Hit } from './backend.ts';

/** Words in a row that two texts must share to overlap there. */
const SHINGLE_WORDS = 5;
/** Of the shorter text's shingles: with so many in common the two say the same. */
const OVERLAP = 0.5;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A character of a script without spaces is a word here. Signs that make another word or number of it belong to it: C# is not
 * C++, and −5 is not 5.
 */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:[-−+±$€£¥](?=\p{N})|[<>≤≥=~] ?(?=\p{N}))?[\p{L}\p{M}\p{N}]+[+#%°]*/gu;

/**
 * Takes passages in the order of their rank and tells which are new. `repeats` is for one whose very text was there before;
 * `resembles` for one that says the same in other type or spacing, or a passage of the same document that shares half of its
 * text. Pages of one template, which differ in a word, are new: that word is what they are about.
 */
export function createDistinct(): (hit: Hit) => 'new' | 'resembles' | 'repeats' {
  const texts = new Set<string>();
  /** By signature. Few texts share one, so that few are taken apart into words. */
  const spoken = new Map<number, (() => string)[]>();
  /** By document. Most documents bring one passage, which is compared with none. */
  const shingles = new Map<string, (() => ReadonlySet<number>)[]>();
  return (hit) => {
    if (texts.has(hit.text)) return 'repeats';
    texts.add(hit.text);
    const plain = hit.text.normalize('NFKC').toLowerCase();
    const words = lazy(() => (plain.match(WORD) ?? []).map((word) => word.replace(' ', '')));
    const said = lazy(() => words().join(' '));
    const own = lazy(() => shinglesOf(words()));
    const signature = signatureOf(plain);
    const alike = spoken.get(signature) ?? [];
    const siblings = shingles.get(hit.documentId) ?? [];
    if (alike.some((other) => said() !== '' && other() === said()) || siblings.some((other) => shareOf(own(), other()) >= OVERLAP)) {
      return 'resembles';
    }
    spoken.set(signature, [...alike, said]);
    shingles.set(hit.documentId, [...siblings, own]);
    return 'new';
  };
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;
const [ZERO, NINE, A, Z, ASCII] = [48, 57, 97, 122, 128];

/** A number that texts of the same words share, whatever stands between them: a hash of their letters and digits. */
function signatureOf(plain: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < plain.length; i++) {
    const code = plain.charCodeAt(i);
    const counts = code < ASCII ? (code >= A && code <= Z) || (code >= ZERO && code <= NINE) : LETTER.test(plain.charAt(i));
    if (counts) hash = Math.imul(hash ^ code, FNV_PRIME);
  }
  return hash;
}

function lazy<T extends string | object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Every run of words as a hash of 30 bits, the widest that a set holds without boxing; two that collide by chance change no half. */
function shinglesOf(words: readonly string[]): ReadonlySet<number> {
  const hashes = words.map(hashOf);
  const shingles = new Set<number>();
  for (let from = 0; from + SHINGLE_WORDS <= hashes.length; from++) {
    let hash = 0;
    for (let i = from; i < from + SHINGLE_WORDS; i++) hash = Math.imul(hash ^ (hashes[i] ?? 0), FNV_PRIME);
    shingles.add(hash >>> 2);
  }
  return shingles;
}

/** FNV-1a of 32 bits, over UTF-16 units (Fowler, Noll and Vo, RFC 9923). */
function hashOf(word: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME);
  return hash;
}

/** How much of the smaller set is in the other, 0 to 1. */
function shareOf(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared / small.size;
}
