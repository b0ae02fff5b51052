/** How a search goes, as data. Chosen by measurement (DESIGN.md, "Profiles"), never by taste. */
export interface Profile {
  readonly name: string;
  /** By the name of the arm. */
  readonly arms: Readonly<Record<string, ArmUse>>;
  /** The constant of reciprocal rank fusion. */
  readonly k: number;
  readonly sweep?: Sweep;
  /** Diversity among the first `depth` fused candidates: maximal marginal relevance of their fused scores. */
  readonly mmr?: { readonly lambda: number; readonly depth: number };
  /** Where a ranking model is configured. */
  readonly rerank: Rerank;
}

export interface ArmUse {
  /**
   * Candidates that the arm is asked for, whatever the caller's limit: the first passage must not depend on that. An arm of
   * depth 0 is asked when the others don't fill the list.
   */
  readonly depth: number;
  /** In the fusion. An arm without a weight is not asked. */
  readonly weight: number;
}

/**
 * A first stage: one arm's list goes far down, its passages are compared with the query by their stored vectors, and those
 * that maximal marginal relevance keeps are fused as a ranking of their own, called `sweep`. No vector is searched for. Where
 * hundreds of pages share a template, the neighbours of a page are its siblings, and words tell better where to look.
 */
export interface Sweep {
  readonly arm: string;
  readonly depth: number;
  readonly lambda: number;
  readonly keep: number;
  readonly weight: number;
}

export interface Rerank {
  /** Distinct passages that the ranking model sees, best first; as many as a caller can ask for. */
  readonly depth: number;
  /** Score, 0 to 1, below which a passage is left out; 0 leaves none out. */
  readonly floor: number;
}

const RERANK: Rerank = { depth: 50, floor: 0 };

/**
 * The identifier arm outweighs the others together, so that a document about the very code that was asked for comes before
 * one that only mentions it.
 */
export const PROFILES = {
  /** For a strong encoder: both arms count alike. */
  balanced: {
    name: 'balanced',
    arms: { lexical: { depth: 50, weight: 1 }, dense: { depth: 50, weight: 1 }, identifier: { depth: 10, weight: 3 } },
    k: 60,
    rerank: RERANK,
  },
  /** For thousands of pages from one template. */
  templated: {
    name: 'templated',
    arms: { lexical: { depth: 23, weight: 0.52 }, identifier: { depth: 10, weight: 1.5 }, dense: { depth: 0, weight: 0.48 } },
    k: 60,
    sweep: { arm: 'lexical', depth: 200, lambda: 0.87, keep: 23, weight: 0.48 },
    rerank: RERANK,
  },
  /**
   * For the offline encoder, which is weak: it breaks near ties and speaks where the words don't match. Deeper than the others:
   * with 50, being left out of its list cost a passage its first place by words.
   */
  local: {
    name: 'local',
    arms: { lexical: { depth: 100, weight: 1 }, dense: { depth: 100, weight: 0.02 }, identifier: { depth: 10, weight: 2 } },
    k: 60,
    rerank: RERANK,
  },
  /** For a managed engine, which fuses and may rank by itself: its order, and what a ranking model of ours makes of it. */
  managed: { name: 'managed', arms: { managed: { depth: 50, weight: 1 } }, k: 60, rerank: RERANK },
} as const satisfies Readonly<Record<string, Profile>>;

/** The profile of the configuration, with its floor where it names one. */
export function profileOf({
  profile,
  rerankFloor,
}: {
  readonly profile: keyof typeof PROFILES;
  readonly rerankFloor: number | undefined;
}): Profile {
  const chosen: Profile = PROFILES[profile];
  return rerankFloor === undefined ? chosen : { ...chosen, rerank: { ...chosen.rerank, floor: rerankFloor } };
}
