import { decimal, type Settings, whole } from './values.ts';

export const answeringSettings = {
  /** For an answer as a whole, every search and call of a model included. */
  TURN_TIMEOUT_MS: whole(60_000, 1, 3_600_000),
  TURN_MAX_TOKENS: whole(100_000, 1, 100_000_000),
  TURN_MAX_COST_USD: decimal(0, 1_000).prefault('0.05'),
  ANSWER_PASSAGES: whole(10, 1, 50),
  /** Passages of one call, together. */
  ANSWER_PASSAGE_TOKENS: whole(6_000, 100, 1_000_000),
  /** Of answers: those whose groundedness a model judges afterwards. */
  JUDGE_PERCENT: whole(5, 0, 100),
};

export interface AnsweringConfig {
  readonly timeoutMs: number;
  readonly budget: { readonly tokens: number; readonly costUsd: number };
  readonly limits: { readonly mostPassages: number; readonly mostTokens: number };
  /** 0 to 1. */
  readonly judgeShare: number;
}

export const answering = (e: Settings<typeof answeringSettings>): AnsweringConfig => ({
  timeoutMs: e.TURN_TIMEOUT_MS,
  budget: { tokens: e.TURN_MAX_TOKENS, costUsd: e.TURN_MAX_COST_USD },
  limits: { mostPassages: e.ANSWER_PASSAGES, mostTokens: e.ANSWER_PASSAGE_TOKENS },
  judgeShare: e.JUDGE_PERCENT / 100,
});
