import type { Mutation } from '../mutations/mutation.ts';

/** One way to break retrieval or answers that the gate must notice. */
export interface Breakage extends Omit<Mutation, 'test'> {
  /** Whether it changes what is indexed, so that an index made before would hide it. */
  readonly indexes?: boolean;
  /** Whether it is the gate of answers that must notice. */
  readonly answers?: boolean;
}

const withoutArm = (arm: string): Breakage => ({
  name: `the fusion drops the ${arm} arm`,
  file: 'shared/retrieval/rankings.ts',
  find: 'const rankings: Ranking[] = answers.map(',
  replace: `const rankings: Ranking[] = answers.filter(({ arm }) => arm !== '${arm}').map(`,
});

export const BREAKAGES: readonly Breakage[] = [
  {
    name: 'the weights of the arms are swapped',
    file: 'shared/retrieval/profiles.ts',
    find: 'lexical: { depth: 100, weight: 1 }, dense: { depth: 100, weight: 0.02 }',
    replace: 'lexical: { depth: 100, weight: 0.02 }, dense: { depth: 100, weight: 1 }',
  },
  withoutArm('lexical'),
  withoutArm('dense'),
  withoutArm('identifier'),
  {
    name: 'the fusion prefers low ranks',
    file: 'shared/retrieval/fuse.ts',
    find: 'weight / (k + i + 1)',
    replace: 'weight * (k + i + 1)',
  },
  {
    name: 'the chunker drops headings',
    file: 'shared/documents/chunk/sections.ts',
    find: 'return titleStands && open[0]?.depth === 1 && path.length > 0 ? path : [title, ...path];',
    replace: 'return [path[0] ?? title];',
    indexes: true,
  },
  {
    name: 'headings and titles are not indexed',
    file: 'shared/config.ts',
    find: ".default('identity')",
    replace: ".default('body')",
    indexes: true,
  },
  {
    name: 'answers cite the passage after the one that they are from',
    file: 'shared/answering/cite.ts',
    find: 'const passage = given.get(marker);',
    replace: 'const passage = [...given.values()][([...given.keys()].indexOf(marker) + 1) % given.size];',
    answers: true,
  },
  {
    name: 'answers say a sentence of one passage with the marker of another',
    file: 'shared/answering/extractive/candidates.ts',
    find: 'return { marker: of.marker, passage: of.passage,',
    replace: 'return { marker: passages[(of.rank + 1) % passages.length]?.marker ?? of.marker, passage: of.passage,',
    answers: true,
  },
  {
    name: 'answers never refuse',
    file: 'shared/answering/extractive/extract.ts',
    find: 'if (!support.supported) return { refused: true, reason: support.reason };',
    replace: "if (!best) return { refused: true, reason: 'Nothing was found on it.' };",
    answers: true,
  },
  {
    name: 'answers refuse one question in two',
    file: 'shared/answering/extractive/support.ts',
    find: 'enough: 1.45, ',
    replace: 'enough: 2.6, ',
    answers: true,
  },
  {
    name: 'answers drop the last part of a question',
    file: 'shared/answering/extractive/answerer.ts',
    find: 'said(partsOf(question).map(',
    replace: 'said(partsOf(question).slice(0, Math.max(1, partsOf(question).length - 1)).map(',
    answers: true,
  },
  {
    name: 'answers drop what a question that was split is about',
    file: 'shared/answering/turn.ts',
    find: 'const answered = await answerAll(found, state, signal);',
    replace: 'const answered = await answerAll(found.slice(0, 1), state, signal);',
    answers: true,
  },
];
