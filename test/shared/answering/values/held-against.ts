import { missingIn, statedIn } from '../../../../shared/answering/values/values.ts';

/** What a sentence claims that stands in none of the passages. */
export const missing = (sentence: string, ...passages: readonly string[]): readonly string[] => missingIn(sentence, passages.map(statedIn));
