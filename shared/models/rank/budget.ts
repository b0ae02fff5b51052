/** How many second attempts there may be. */
export interface HedgeBudget {
  /** Told of each request. */
  request(): void;
  /** Whether a second attempt may be made now; if so, it is spent. */
  spend(): boolean;
}

/**
 * A token bucket: each request adds `share` of a second attempt, up to `burst` of them, with which it also begins. So of n
 * requests at most burst + share × n are made twice. Without it a service that is slow for everybody would get twice the
 * requests from everybody.
 */
export function hedgeBudget({ share, burst }: { readonly share: number; readonly burst: number }): HedgeBudget {
  let saved = burst;
  return {
    request() {
      saved = Math.min(burst, saved + share);
    },
    spend() {
      if (saved < 1) return false;
      saved--;
      return true;
    },
  };
}
