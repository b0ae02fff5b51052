const EVERYWHERE = [
  'dense: exact',
  'dense: hnsw iterative',
  'dense: hnsw then exact',
  'dense: no words',
  'lexical: no words',
  'identifier: lookup',
  'identifier: no identifier',
];

/** The paths that a run of some hundred cases must have gone on each engine. */
export const PATHS = {
  embedded: [...EVERYWHERE, 'lexical: bm25 index', 'lexical: bm25, scope first'],
  native: [...EVERYWHERE, 'lexical: tsvector threshold', 'lexical: tsvector, scope first', 'lexical: no known words'],
} as const;

export const isEngine = (name: string): name is keyof typeof PATHS => Object.hasOwn(PATHS, name);
