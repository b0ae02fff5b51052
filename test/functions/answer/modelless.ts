import { createExtractiveAnswerer } from '../../../shared/answering/extractive/answerer.ts';
import { PROFILES } from '../../../shared/retrieval/profiles.ts';

/** How `createAnswering` answers without a model, with all the time there is. */
export const MODELLESS = {
  answerer: async () => createExtractiveAnswerer(),
  profile: PROFILES.local,
  searchTimeoutMs: 60_000,
  timeoutMs: 60_000,
  budget: { tokens: 1e9, costUsd: 1 },
  limits: { mostPassages: 10, mostTokens: 6_000 },
  judgeShare: 0,
};
