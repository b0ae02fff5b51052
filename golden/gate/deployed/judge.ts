import { firstOfEach } from '../../asked.ts';
import type { Bodies } from '../../questions/bodies.ts';
import type { GoldenSet } from '../../questions/golden-sets.ts';
import { isUnder, narrowestFirst, resolveLabels, unitOf } from '../../questions/labels.ts';
import type { EvaluationSet } from '../../questions/sets.ts';
import type { SearchReply } from './ask.ts';

type Passage = Pick<SearchReply['passages'][number], 'id' | 'document_id' | 'section' | 'text'>;

/** A golden set whose passages are somewhere else. */
export interface Judging {
  readonly set: EvaluationSet;
  /** The passages of a reply to a question, best first, as a ranking of what is judged. */
  rankingOf(question: string, passages: readonly Passage[]): readonly string[];
}

/**
 * A golden set to judge what another index answers: labels are looked up in the documents as our own chunker cuts them, and a passage
 * stands under one by its headings, as in the set's own index; or, with `byText`, when it says what stands there. Throws what
 * resolveLabels throws.
 */
export async function judgingOf(set: GoldenSet, bodies: Bodies, byText: boolean, signal: AbortSignal): Promise<Judging> {
  const passagesIn = (document: string) =>
    (bodies.get(document) ?? []).map(({ section, body }, i) => ({ id: `${document}:${i}`, section, text: body }));
  const resolved = await resolveLabels(set, { passagesOf: async (_, document) => passagesIn(document) }, signal);
  const labels = new Map(
    set.questions.map((question) => [
      question.id,
      narrowestFirst(
        question.labels.map((label) => ({ label })),
        ({ label }) => passagesIn(label.document).filter((passage) => isUnder(label, passage)).length,
      ).map(({ label }) => label),
    ]),
  );
  return {
    set: resolved,
    rankingOf(question, passages) {
      const units = passages.flatMap((passage): [string, string][] => {
        const label = labels
          .get(question)
          ?.find((each) => each.document === passage.document_id && isUnder(each, passage, byText ? bodies : undefined));
        return label ? [[passage.id, unitOf(label)]] : [];
      });
      return firstOfEach(
        passages.map(({ id }) => id),
        new Map(units),
      );
    },
  };
}
