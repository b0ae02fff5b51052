import type { AnswerMetric } from './answer.ts';
import { says } from './wording.ts';

/**
 * Key-fact recall = key facts that the answer states / all key facts, a fact being stated when one of its wordings is there
 * (`says`): nugget recall with every nugget vital (Voorhees, "Overview of the TREC 2003 Question Answering Track"), and the
 * assessor's judgement replaced by wordings. A refusal states nothing. Undefined for a question without key facts.
 */
export const keyFactRecall: AnswerMetric = ({ text, refused }, { keyFacts }) => {
  if (keyFacts.length === 0) return undefined;
  const stated = refused ? [] : keyFacts.filter((wordings) => wordings.some((wording) => says(text, wording)));
  return stated.length / keyFacts.length;
};
