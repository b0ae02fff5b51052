import type { Judge } from '../../shared/answering/judge.ts';
import type { Answer } from './answer.ts';

/**
 * Groundedness = claims that the passages support, by a judge / all claims (faithfulness of Es et al., "RAGAs: Automated
 * evaluation of retrieval augmented generation", EACL 2024; FActScore of Min et al., EMNLP 2023). `passages` are the texts that the answer
 * was written from. Undefined for a refusal, for an answer without claims, and where the judge could not tell: an unjudged claim is
 * neither supported nor unsupported. Throws what the judge throws, and the signal's reason.
 */
export async function groundedness(
  answer: Pick<Answer, 'refused' | 'claims'>,
  passages: readonly string[],
  judge: Judge,
  signal: AbortSignal,
): Promise<number | undefined> {
  const claims = answer.refused ? [] : (answer.claims ?? []);
  if (claims.length === 0) return undefined;
  signal.throwIfAborted();
  const judged = await judge(claims, passages, signal);
  return judged && judged.supported / claims.length;
}
