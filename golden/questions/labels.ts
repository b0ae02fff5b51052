import { makeCaller } from '../../shared/caller.ts';
import { ConfigError } from '../../shared/config.ts';
import type { Hit, RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { EVERYTHING, parseFilter } from '../../shared/retrieval/filter.ts';
import { firstOfEach } from '../asked.ts';
import type { Judgements } from '../metrics/judgements.ts';
import { type Bodies, covers } from './bodies.ts';
import { ASKED_ON, type GoldenQuestion, type Label } from './golden-set.ts';
import { ANSWERS, type GoldenSet } from './golden-sets.ts';
import type { EvaluationSet, JudgedQuery } from './sets.ts';

/** What of a passage is looked at. */
type Passage = Pick<Hit, 'id' | 'section' | 'text'>;

/** By document: the passages that the backend has of it. */
type Passages = ReadonlyMap<string, readonly Passage[]>;

/** A backend, as far as it says what passages a document has. */
interface Passaged {
  passagesOf(...given: Parameters<RetrievalBackend['passagesOf']>): Promise<readonly Passage[]>;
}

/**
 * A golden set with its labels looked up in a backend that has indexed its documents: whatever chunker made them, the
 * passages under a label's heading; or, where `bodies` are given, those that say what stands under it. Throws ConfigError with a line
 * for each label that no passage stands under.
 */
export async function resolveLabels(set: GoldenSet, backend: Passaged, signal: AbortSignal, bodies?: Bodies): Promise<EvaluationSet> {
  const passages = await passagesOf(set, backend, signal);
  const stray: string[] = [];
  const queries = set.questions.map((question) =>
    judgedQuery(
      question,
      set.isMultipart,
      (label) => under(label, passages, bodies),
      ({ document, heading }) => {
        stray.push(
          `${set.file} ${question.id}: no passage of ${document}${heading ? ` stands under "${heading}"` : ' is there'}; label what is`,
        );
      },
    ),
  );
  if (stray.length > 0) throw new ConfigError(stray.join('\n'));
  const { questions: _, file: __, isMultipart: ___, ...rest } = set;
  return { ...rest, queries };
}

async function passagesOf({ tenant, questions }: GoldenSet, backend: Passaged, signal: AbortSignal): Promise<Passages> {
  const labelled = new Set(questions.flatMap(({ labels }) => labels.map(({ document }) => document)));
  const everybody = makeCaller(tenant, [...new Set(questions.flatMap(({ groups }) => groups))], 'evaluation');
  const found = new Map<string, readonly Passage[]>();
  for (const document of labelled) found.set(document, await backend.passagesOf(everybody, document, signal));
  return found;
}

function judgedQuery(
  question: GoldenQuestion,
  isMultipart: boolean,
  find: (label: Label) => readonly string[],
  onStray: (label: Label) => void,
): JudgedQuery {
  const found = question.labels.map((label) => ({ label, ids: find(label) }));
  for (const { label, ids } of found) if (ids.length === 0) onStray(label);
  const labelOf = new Map<string, string>();
  const judged = new Map<string, number>();
  for (const { label, ids } of narrowestFirst(found, ({ ids: { length } }) => length)) {
    const unit = unitOf(label);
    const own = ids.filter((id) => !labelOf.has(id));
    for (const id of own) labelOf.set(id, unit);
    if (own.length > 0) judged.set(unit, label.grade);
  }
  return {
    id: question.id,
    text: question.question,
    judged,
    ...(isMultipart ? {} : { parts: onePart(judged) }),
    ...(question.mess ? { kinds: question.mess } : {}),
    groups: question.groups,
    filter: question.filter ? parseFilter(question.filter) : EVERYTHING,
    day: question.as_of ?? ASKED_ON,
    ...(question.denied ? { denied: question.denied } : {}),
    ranking: (ids) => firstOfEach(ids, labelOf),
  };
}

/** A passage counts for the narrowest label that it stands under: a chapter and a section of it are two things to find. */
export const narrowestFirst = <T extends { readonly label: Label }>(found: readonly T[], passages: (of: T) => number): readonly T[] =>
  found.toSorted((a, b) => passages(a) - passages(b) || b.label.grade - a.label.grade);

/** What a label is called among what is judged. */
export const unitOf = ({ document, heading }: Label): string => `${document}#${heading ?? ''}`;

/** The places that each answer a question whole, as one. */
function onePart(judged: Judgements): ReadonlyMap<string, string> {
  const answers = [...judged].filter(([, grade]) => grade >= ANSWERS).map(([unit]) => unit);
  return new Map(answers.map((unit) => [unit, answers.join(' or ')]));
}

const under = (label: Label, passages: Passages, bodies: Bodies | undefined): readonly string[] =>
  (passages.get(label.document) ?? []).filter((passage) => isUnder(label, passage, bodies)).map(({ id }) => id);

/** Whether a passage of a label's document stands under it: by its headings or, where `bodies` are given, by what it says. */
export function isUnder({ document, heading }: Label, passage: Omit<Passage, 'id'>, bodies?: Bodies): boolean {
  if (heading === undefined) return true;
  if (!bodies) return hasHeading(passage.section, heading);
  return (bodies.get(document) ?? []).some(({ section, body }) => hasHeading(section, heading) && covers(passage.text, body));
}

/** Whether a section, as `sectionOf` writes it, is under a heading. */
const hasHeading = (section: string, heading: string): boolean =>
  ` > ${section.replace(/, pp?\. [\d–]+$/, '')} > `.includes(` > ${heading} > `);
