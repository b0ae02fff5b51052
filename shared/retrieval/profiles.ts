/** How the arms are asked and fused. Chosen by measurement (DESIGN.md, "Profiles"), never by taste. */
export interface Profile {
  readonly name: string;
  /** Candidates that each arm is asked for, whatever the caller's limit: the first passage must not depend on that. */
  readonly depth: number;
  /**
   * By arm. The identifier arm outweighs the others together, so that a document about the very code that was asked for
   * comes before one that only mentions it.
   */
  readonly weights: Readonly<Record<string, number>>;
  /** The constant of reciprocal rank fusion. */
  readonly k: number;
}

export const PROFILES = {
  /** For a strong encoder: both arms count alike. */
  balanced: { name: 'balanced', depth: 100, weights: { lexical: 1, dense: 1, identifier: 3 }, k: 60 },
  /** For the offline encoder, which is weak: it breaks near ties and speaks where the words don't match. */
  local: { name: 'local', depth: 100, weights: { lexical: 1, dense: 0.02, identifier: 2 }, k: 60 },
} as const satisfies Readonly<Record<string, Profile>>;
