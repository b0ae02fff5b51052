import type { Mutation } from '../mutations/mutation.ts';

/** One way to break retrieval that the gate must notice. */
export interface Breakage extends Omit<Mutation, 'test'> {
  /** Whether it changes what is indexed, so that an index made before would hide it. */
  readonly indexes?: boolean;
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
];
