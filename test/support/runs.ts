import type { ArchivedSet, RunFile } from '../../golden/archive.ts';

type Query = ArchivedSet['queries'][number];
type ArchivedVariant = ArchivedSet['variants'][number];
type ArchivedQuery = ArchivedVariant['runs'][number][number];

/** How a query went whose whole ranking every stage of a lexical search had. */
export const wentAs = (id: string, ranking: readonly string[], more: Partial<ArchivedQuery> = {}): ArchivedQuery => ({
  id,
  ms: 10,
  passages: ranking.length,
  ranking: [...ranking],
  stages: ['lexical', 'fusion', 'list'].map((stage) => ({ stage, ranking: [...ranking] })),
  first: ranking.slice(0, 3).map((passage) => ({ id: `${passage}:0`, section: `Section of ${passage}` })),
  leaks: 0,
  ...more,
});

export const variantRun = (name: string, ...runs: readonly (readonly ArchivedQuery[])[]): ArchivedVariant => ({
  name,
  profile: { name: 'test', arms: { lexical: { depth: 50, weight: 1 } } },
  metrics: {},
  runs: runs.map((run) => [...run]),
});

/** A question that one document answers, of its name. */
export const asked = (id: string, more: Partial<Query> = {}): Query => ({ id, text: `What of ${id}?`, judged: [[id, 1]], ...more });

export const setRun = (name: string, queries: readonly Query[], ...variants: readonly ArchivedVariant[]): ArchivedSet => ({
  name,
  data: '0123456789abcdef',
  answers: 1,
  queries: [...queries],
  variants: [...variants],
});

/** An archived run at k = 3. */
export const runOf = (...sets: readonly ArchivedSet[]): RunFile => ({
  format: 1,
  at: '2026-11-30T15:43:25.000Z',
  command: 'npm run eval -- --variants lexical,hybrid',
  commit: '0123456789abcdef0123456789abcdef01234567',
  changed: false,
  node: 'v24.21.0',
  configuration: { backend: 'pgvector', embedder: { kind: 'local' }, chunk: { maxChars: 1200 } },
  k: 3,
  sets: [...sets],
  usage: { passages: 1006, queries: 17, rankings: 0 },
});

/** `count` questions that a variant answers at the first place, or at the second after another document. */
export const questions = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `q${i}`);
export const atFirst = (id: string): ArchivedQuery => wentAs(id, [id, 'other']);
export const atSecond = (id: string): ArchivedQuery => wentAs(id, ['other', id]);
