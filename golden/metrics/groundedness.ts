import pMap from 'p-map';
import type { Answer } from './answer.ts';
import type { Judge } from './judge.ts';

/** Claims judged at the same time; a model is asked about each by itself. */
const CONCURRENCY = 4;

/**
 * Groundedness = claims that the passages support, by a judge / all claims (faithfulness of Es et al., "RAGAs: Automated
 * evaluation of retrieval augmented generation", EACL 2024; FActScore of Min et al., EMNLP 2023). `passages` are the texts that the answer was written from. Undefined for a refusal, and for an answer without
 * claims. Throws what the judge throws, and the signal's reason: an unjudged claim is neither supported nor unsupported.
 */
export async function groundedness(
  answer: Pick<Answer, 'refused' | 'claims'>,
  passages: readonly string[],
  judge: Judge,
  signal: AbortSignal,
): Promise<number | undefined> {
  const claims = answer.refused ? [] : (answer.claims ?? []);
  if (claims.length === 0) return undefined;
  const verdicts = await pMap(claims, (claim) => judge.supports(claim, passages, signal), { concurrency: CONCURRENCY, signal });
  return verdicts.filter((supported) => supported).length / claims.length;
}
