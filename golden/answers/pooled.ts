import type { EvidenceLimits } from '../../shared/answering/evidence.ts';
import type { Answerer } from '../../shared/answering/roles.ts';
import { MOST_PARTS } from '../../shared/answering/turn.ts';
import { NO_USAGE } from '../../shared/models/generate/usage.ts';

/** Who answers in one turn, and within which limits. */
export interface Answering {
  readonly answerer: Answerer;
  readonly limits: EvidenceLimits;
}

/**
 * For one turn, an answerer that pools: the parts of a question are searched for as they are, and all that is found goes into one
 * answering call, as many passages and tokens as the parts would have had together. Nothing is reduced. Coverage is not judged
 * where there are several parts, for it isn't there either. A question of one part is answered as always.
 */
export function pooled({ answerer, limits }: Answering): Answering {
  let parts = 1;
  return {
    answerer: {
      ...answerer,
      async control(view, signal) {
        if (parts > 1 && view.hop > 0) return { value: { action: 'answer', reason: 'So it is with several parts.' }, usage: NO_USAGE };
        return answerer.control(view, signal);
      },
      async rewrite(asked, signal) {
        const told = await answerer.rewrite(asked, signal);
        const several = (told.value ?? []).slice(0, MOST_PARTS);
        if (several.length < 2) return told;
        parts = several.length;
        const queries = several.flatMap(({ question, queries: own }) => (own.length > 0 ? own : [question]));
        return { ...told, value: [{ question: asked.question, queries }] };
      },
    },
    // Read when passages are chosen, which is after the parts are known.
    limits: {
      get mostPassages() {
        return parts * limits.mostPassages;
      },
      get mostTokens() {
        return parts * limits.mostTokens;
      },
    },
  };
}
