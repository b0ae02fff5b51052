import { ANSWERS } from './answers.ts';
import type { Mutation } from './mutation.ts';
import { RETRIEVAL } from './retrieval.ts';
import { SCORING } from './scoring.ts';
import { STATISTICS } from './statistics.ts';

export const MUTATIONS: readonly Mutation[] = [...RETRIEVAL, ...ANSWERS, ...STATISTICS, ...SCORING];
