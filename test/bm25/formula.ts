const K1 = 1.2;
const B = 0.75;

/** A chunk's terms as an index holds them, repeats included. */
export interface TermsOf {
  readonly id: string;
  readonly terms: readonly string[];
}

export interface Scored {
  readonly id: string;
  readonly score: number;
}

/**
 * BM25 with idf = ln(1 + (N − df + ½) / (df + ½)), a repeated term of the query counted each time: every chunk that has one,
 * best first (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009).
 */
export function createBm25(chunks: readonly TermsOf[]): (query: readonly string[]) => readonly Scored[] {
  const averageLength = chunks.reduce((sum, { terms }) => sum + terms.length, 0) / chunks.length;
  /** By term: how often each chunk has it. */
  const postings = new Map<string, Map<number, number>>();
  for (const [i, { terms }] of chunks.entries()) {
    for (const term of terms) {
      const posting = postings.get(term) ?? new Map<number, number>();
      postings.set(term, posting.set(i, (posting.get(i) ?? 0) + 1));
    }
  }
  return (query) => {
    const scores = new Map<number, number>();
    for (const term of query) {
      const posting = postings.get(term) ?? new Map<number, number>();
      const idf = Math.log(1 + (chunks.length - posting.size + 0.5) / (posting.size + 0.5));
      for (const [i, frequency] of posting) {
        const length = chunks[i]?.terms.length ?? 0;
        const saturated = (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / averageLength));
        scores.set(i, (scores.get(i) ?? 0) + idf * saturated);
      }
    }
    return Array.from(scores, ([i, score]) => ({ id: chunks[i]?.id ?? '', score })).sort((a, b) => b.score - a.score);
  };
}
