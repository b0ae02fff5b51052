import { countTokens } from '../models/rank/tokens.ts';
import type { Hit } from '../retrieval/backend.ts';
import { fuse } from '../retrieval/fuse.ts';

/** Passages that one part is answered from: reference/practice.md, "Fusion". */
const MOST_PASSAGES = 10;
const MOST_TOKENS = 6_000;

export interface EvidenceLimits {
  readonly mostPassages: number;
  readonly mostTokens: number;
}

export const LIMITS: EvidenceLimits = { mostPassages: MOST_PASSAGES, mostTokens: MOST_TOKENS };

/**
 * The passages of several searches as one list, by reciprocal rank fusion over the searches, cut to what a call may be given. A
 * passage is given whole or not at all; the first one always is.
 */
export function evidenceOf(searches: readonly (readonly Hit[])[], { mostPassages, mostTokens }: EvidenceLimits = LIMITS): readonly Hit[] {
  const byId = new Map(searches.flat().map((hit) => [hit.id, hit]));
  const rankings = searches.map((hits, i) => ({ arm: String(i), ids: hits.map(({ id }) => id) }));
  const weights = Object.fromEntries(rankings.map(({ arm }) => [arm, 1]));
  const taken: Hit[] = [];
  let tokens = 0;
  for (const { id } of fuse(rankings, weights)) {
    const hit = byId.get(id);
    if (!hit || taken.length === mostPassages) continue;
    const size = tokensOf(hit);
    if (taken.length > 0 && tokens + size > mostTokens) continue;
    taken.push(hit);
    tokens += size;
  }
  return taken;
}

/** About how much of a prompt a passage is. */
export const tokensOf = ({ source, section, text }: Pick<Hit, 'source' | 'section' | 'text'>): number =>
  countTokens(`${source.title}\n${section}\n${text}`);
