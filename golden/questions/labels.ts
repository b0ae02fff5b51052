import { makeCaller } from '../../shared/caller.ts';
import { ConfigError } from '../../shared/config.ts';
import type { Hit, RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { EVERYTHING, parseFilter } from '../../shared/retrieval/filter.ts';
import { firstOfEach } from '../answers.ts';
import type { Judgements } from '../metrics/judgements.ts';
import { ASKED_ON, type GoldenQuestion, type Label } from './golden-set.ts';
import { ANSWERS, type GoldenSet } from './golden-sets.ts';
import type { EvaluationSet, JudgedQuery } from './sets.ts';

/** Passages opened in one statement. */
const BATCH = 200;

/** By document: the passages that the backend has of it. */
type Passages = ReadonlyMap<string, readonly Pick<Hit, 'id' | 'section'>[]>;

/**
 * A golden set with its labels looked up in a backend that has indexed its documents: whatever chunker made them, the
 * passages under a label's heading. Throws ConfigError with a line for each label that no passage stands under.
 */
export async function resolveLabels(
  set: GoldenSet,
  backend: Pick<RetrievalBackend, 'list' | 'passages'>,
  signal: AbortSignal,
): Promise<EvaluationSet> {
  const passages = await passagesOf(set, backend, signal);
  const stray: string[] = [];
  const queries = set.questions.map((question) =>
    judgedQuery(question, set.isMultipart, passages, ({ document, heading }) => {
      stray.push(
        `${set.file} ${question.id}: no passage of ${document}${heading ? ` stands under "${heading}"` : ' is there'}; label what is`,
      );
    }),
  );
  if (stray.length > 0) throw new ConfigError(stray.join('\n'));
  const { questions: _, file: __, isMultipart: ___, ...rest } = set;
  return { ...rest, queries };
}

async function passagesOf(
  { tenant, questions }: GoldenSet,
  backend: Pick<RetrievalBackend, 'list' | 'passages'>,
  signal: AbortSignal,
): Promise<Passages> {
  const labelled = new Set(questions.flatMap(({ labels }) => labels.map(({ document }) => document)));
  const everybody = makeCaller(tenant, [...new Set(questions.flatMap(({ groups }) => groups))], 'evaluation');
  const ids: string[] = [];
  for await (const { documentId, state, chunks } of backend.list(tenant)) {
    if (state === 'active' && labelled.has(documentId)) for (let i = 0; i < chunks; i++) ids.push(`${documentId}:${i}`);
  }
  const hits: Hit[] = [];
  for (let from = 0; from < ids.length; from += BATCH)
    hits.push(...(await backend.passages(everybody, ids.slice(from, from + BATCH), signal)));
  return Map.groupBy(hits, ({ documentId }) => documentId);
}

function judgedQuery(question: GoldenQuestion, isMultipart: boolean, passages: Passages, onStray: (label: Label) => void): JudgedQuery {
  const found = question.labels.map((label) => ({ label, ids: under(label, passages) }));
  for (const { label, ids } of found) if (ids.length === 0) onStray(label);
  // A passage counts for the narrowest label that it stands under: a chapter and a section of it are two things to find.
  const labelOf = new Map<string, string>();
  const judged = new Map<string, number>();
  for (const { label, ids } of found.toSorted((a, b) => a.ids.length - b.ids.length || b.label.grade - a.label.grade)) {
    const unit = `${label.document}#${label.heading ?? ''}`;
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

/** The places that each answer a question whole, as one. */
function onePart(judged: Judgements): ReadonlyMap<string, string> {
  const answers = [...judged].filter(([, grade]) => grade >= ANSWERS).map(([unit]) => unit);
  return new Map(answers.map((unit) => [unit, answers.join(' or ')]));
}

const under = ({ document, heading }: Label, passages: Passages): readonly string[] =>
  (passages.get(document) ?? []).filter(({ section }) => heading === undefined || hasHeading(section, heading)).map(({ id }) => id);

/** Whether a section, as `sectionOf` writes it, is under a heading. */
const hasHeading = (section: string, heading: string): boolean =>
  ` > ${section.replace(/, pp?\. [\d–]+$/, '')} > `.includes(` > ${heading} > `);
