import type { PartAnswer } from './answer-part.ts';
import type { Decision } from './roles.ts';

/** What happens on the way, for whoever waits. */
export type Stage =
  /** The very same question was answered before. */
  | { readonly stage: 'repeat' }
  | { readonly stage: 'control'; readonly hop: number; readonly action: Decision['action'] }
  | { readonly stage: 'rewrite'; readonly parts: readonly string[] }
  | { readonly stage: 'search'; readonly hop: number; readonly queries: number; readonly passages: readonly string[] }
  | { readonly stage: 'answer'; readonly part: number; readonly outcome: PartAnswer['outcome'] }
  | { readonly stage: 'reduce' };
