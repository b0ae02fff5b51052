/** What is ranked: `title` carries the identity of the page (title and headings). */
export interface Rankable {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Ranked {
  readonly id: string;
  /** How well it answers the query, from 0 to 1. */
  readonly score: number;
}

/** THE SEAM to a ranking model. */
export interface Ranker {
  readonly model: string;
  /**
   * Every id once, best first, scores 0 to 1; equal scores keep the order given. Throws Unavailable when it fails or is too
   * slow, and Refused when the request itself is refused.
   */
  rank(query: string, records: readonly Rankable[], signal: AbortSignal): Promise<readonly Ranked[]>;
  close(): Promise<void>;
}
