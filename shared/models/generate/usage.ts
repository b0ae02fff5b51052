import type { Price, Prices } from '../../config.ts';

/** What calls of a model took. */
export interface Usage {
  readonly calls: number;
  /** Of the prompts, cached ones included. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Billed as output, and not part of it. */
  readonly thoughtTokens: number;
  /** Undefined when the price of one of the calls is not known: a sum without it would be too low. */
  readonly costUsd: number | undefined;
}

export const NO_USAGE: Usage = { calls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, thoughtTokens: 0, costUsd: 0 };

/** What several calls took together. */
export const addUsage = (a: Usage, b: Usage): Usage => ({
  calls: a.calls + b.calls,
  inputTokens: a.inputTokens + b.inputTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  thoughtTokens: a.thoughtTokens + b.thoughtTokens,
  costUsd: a.costUsd === undefined || b.costUsd === undefined ? undefined : a.costUsd + b.costUsd,
});

/** As the service reports it. */
export interface TokenCounts {
  readonly promptTokenCount?: number | undefined;
  readonly cachedContentTokenCount?: number | undefined;
  readonly candidatesTokenCount?: number | undefined;
  readonly thoughtsTokenCount?: number | undefined;
}

/** What one call took. Without counts its cost is not known either. */
export function usageOf(counts: TokenCounts | undefined, model: string, prices: Prices): Usage {
  const tokens = {
    inputTokens: counts?.promptTokenCount ?? 0,
    cachedTokens: counts?.cachedContentTokenCount ?? 0,
    outputTokens: counts?.candidatesTokenCount ?? 0,
    thoughtTokens: counts?.thoughtsTokenCount ?? 0,
  };
  const price = counts && Object.hasOwn(prices, model) ? prices[model] : undefined;
  return { calls: 1, ...tokens, costUsd: price && cost(tokens, price) };
}

const cost = (tokens: Omit<Usage, 'calls' | 'costUsd'>, { input, output, cached = input }: Price): number =>
  ((tokens.inputTokens - tokens.cachedTokens) * input +
    tokens.cachedTokens * cached +
    (tokens.outputTokens + tokens.thoughtTokens) * output) /
  1_000_000;
