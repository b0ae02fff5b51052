import { InvalidInput } from '../../shared/errors.ts';
import { parseFilter, passes } from '../../shared/retrieval/filter.ts';
import { isInForce } from '../../shared/retrieval/in-force.ts';
import { says } from '../metrics/wording.ts';
import { type GoldenCorpus, type GoldenDocument, isReadable, textUnder } from '../questions/golden-corpus.ts';
import { ASKED_ON, type GoldenQuestion, type Label } from '../questions/golden-set.ts';

/** What is wrong with a question of a kind, each with what to do about it. */
export type Rule = (question: GoldenQuestion, kind: string, corpus: GoldenCorpus) => readonly string[];

interface Labelled extends Label {
  readonly found: GoldenDocument;
}

const labelled = ({ labels }: GoldenQuestion, corpus: GoldenCorpus): readonly Labelled[] =>
  labels.flatMap((label) => {
    const found = corpus.get(label.document);
    return found ? [{ ...label, found }] : [];
  });

/** What belongs to one kind stands there, and nowhere else. */
const fitsItsKind: Rule = ({ id, mess, language, denied, groups, unanswerable }, kind) => [
  ...when(!id.startsWith(`${kind}-`), `the id must begin with ${kind}-, the name of its set`),
  ...when(kind === 'messy' && !mess, 'say in mess what is messy about it'),
  ...when(kind !== 'messy' && mess !== undefined, 'mess is for the messy set; move the question there or leave mess out'),
  ...when(mess?.includes('other language') === true && !language, 'name its language'),
  ...when(kind === 'restricted' && !denied, 'name in denied who must not get the answer'),
  ...when(kind === 'restricted' && groups.length === 0, 'name in groups who may get the answer'),
  ...when(kind !== 'restricted' && denied !== undefined, 'denied is for the restricted set; move the question there or leave denied out'),
  ...when(
    (kind === 'unanswerable') !== (unanswerable === true),
    'unanswerable: true is for every question of the unanswerable set and no other',
  ),
];

/** An answerable question has what its answer is held against, another has none of it. */
const isJudged: Rule = ({ labels, key_facts, forbidden, required_documents, unanswerable }) =>
  unanswerable
    ? when(
        labels.length + key_facts.length + forbidden.length + required_documents.length > 0,
        'an unanswerable question has no labels, key_facts, forbidden or required_documents; leave them out',
      )
    : [
        ...when(!labels.some(({ grade }) => grade === 3), 'give a label of grade 3 to what answers it'),
        ...when(key_facts.length === 0, 'name at least one key fact of the answer'),
      ];

const labelsResolve: Rule = ({ labels, required_documents }, _, corpus) => [
  ...labels.flatMap(({ document, heading }) => {
    const found = corpus.get(document);
    if (!found) return [`there is no document ${document}; correct the label or add the document`];
    return when(
      heading !== undefined && !found.headings.includes(heading),
      `${document} has no heading ${JSON.stringify(heading)}; it has ${found.headings.map((each) => JSON.stringify(each)).join(', ') || 'none'}`,
    );
  }),
  ...required_documents
    .filter((document) => !labels.some((label) => label.document === document))
    .map((document) => `${document} is required but not labelled; add a label`),
  ...repeated(labels.map(({ document, heading }) => [document, heading ?? '(whole)'].join(' > '))).map(
    (place) => `${place} is labelled twice; keep one label`,
  ),
];

/** Whoever asks, as the question is asked, can get what is labelled. */
const labelsAreInReach: Rule = (question, _, corpus) => {
  const { groups, filter = {}, as_of: day = ASKED_ON } = question;
  try {
    const conditions = parseFilter(filter);
    return labelled(question, corpus).flatMap(({ document, found }) => [
      ...when(!isReadable(found, groups), `${document} is for ${found.acl.join(', ') || 'nobody'}; add a group or take the label away`),
      ...when(!passes(found.metadata, conditions), `${document} does not pass the filter; correct the filter or take the label away`),
      ...when(!isInForce(found.metadata, day), `${document} is not in force on ${day}; set as_of or take the label away`),
    ]);
  } catch (error) {
    if (error instanceof InvalidInput) return [error.message];
    throw error;
  }
};

const deniedAreKeptOut: Rule = (question, _, corpus) =>
  (question.denied ?? []).flatMap((groups) =>
    labelled(question, corpus)
      .filter(({ found }) => isReadable(found, groups))
      .map(({ document }) => `${document} may be read by the denied [${groups.join(', ')}]; correct denied or take the label away`),
  );

const factsStand: Rule = (question, _, corpus) => {
  const labels = labelled(question, corpus);
  const texts = labels.map(({ found, heading }) => textUnder(found, heading));
  const stands = (wording: string) => texts.some((text) => says(text, wording));
  return [
    ...question.key_facts
      .filter((wordings) => !wordings.some(stands))
      .map((wordings) => `no labelled section says ${quoted(wordings)}; copy one wording from it, or label where it stands`),
    ...question.forbidden
      .filter(stands)
      .map((statement) => `a labelled section says the forbidden ${quoted([statement])}; word it so that only a wrong answer has it`),
  ];
};

/** Every rule about one question, in the order in which people want to read them. */
export const RULES: readonly Rule[] = [fitsItsKind, isJudged, labelsResolve, labelsAreInReach, deniedAreKeptOut, factsStand];

const when = (wrong: boolean, message: string): readonly string[] => (wrong ? [message] : []);

const quoted = (wordings: readonly string[]): string => wordings.map((wording) => JSON.stringify(wording)).join(' or ');

/** What stands in a list more than once. */
const repeated = (items: readonly string[]): readonly string[] => [...new Set(items.filter((item, i) => items.indexOf(item) !== i))];
