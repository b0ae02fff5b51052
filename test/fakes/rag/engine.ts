import { missing, precondition } from './refusal.ts';
import type { MetadataValue, SchemaDetails, VectorDb } from './wire.ts';

/** How the engine runs: a tier of Spanner, or serverless. Each of the two has its own corpora. */
export type EngineMode = 'basic' | 'scaled' | 'unprovisioned' | 'serverless';

export interface Chunk {
  readonly id: string;
  readonly text: string;
  readonly pages: { readonly firstPage: number; readonly lastPage: number } | undefined;
  readonly vector: readonly number[];
  /** How often each word stands in it. */
  readonly words: ReadonlyMap<string, number>;
  readonly length: number;
}

export interface StoredMetadata {
  readonly id: string;
  readonly key: string;
  readonly value: MetadataValue;
}

export interface StoredFile {
  readonly id: string;
  readonly uri: string;
  readonly displayName: string;
  readonly sizeBytes: number;
  readonly created: Date;
  /** Why it is in the state ERROR, if it is. */
  readonly error: string | undefined;
  readonly chunks: readonly Chunk[];
  /** From when on retrieval finds it: Infinity for never. */
  visibleFrom: number;
  /** By key. */
  readonly metadata: Map<string, StoredMetadata>;
}

export interface StoredSchema {
  readonly key: string;
  readonly details: SchemaDetails;
}

export interface Corpus {
  readonly id: string;
  displayName: string;
  description: string;
  vectorDb: VectorDb;
  readonly kmsKeyName: string | undefined;
  readonly created: Date;
  updated: Date;
  state: 'INITIALIZED' | 'ACTIVE' | 'ERROR';
  errorStatus: string;
  readonly files: Map<string, StoredFile>;
  readonly schemas: Map<string, StoredSchema>;
}

export interface Engine {
  mode(): EngineMode;
  /** Hides the corpora of the other mode; `unprovisioned` deletes them all. */
  setMode(mode: EngineMode): void;
  /** Those of the mode that it runs in. Refuses while it is unprovisioned. */
  corpora(): Map<string, Corpus>;
  corpus(id: string): Corpus;
  /** One that is ready to hold documents. */
  active(id: string): Corpus;
  file(corpus: string, file: string): StoredFile;
  /** Ids are numbers of 64 bits, larger with each. */
  nextId(): string;
}

export function createEngine(first: EngineMode): Engine {
  const all = { spanner: new Map<string, Corpus>(), serverless: new Map<string, Corpus>() };
  let mode = first;
  let id = 2n ** 61n;
  const engine: Engine = {
    mode: () => mode,
    setMode(to) {
      mode = to;
      if (to === 'unprovisioned') for (const corpora of Object.values(all)) corpora.clear();
    },
    corpora() {
      if (mode === 'unprovisioned') throw precondition('RAG Engine is unprovisioned: update the RagEngineConfig first.');
      return mode === 'serverless' ? all.serverless : all.spanner;
    },
    corpus(name) {
      const corpus = engine.corpora().get(name);
      if (!corpus) throw missing(`RagCorpus ${name}`);
      return corpus;
    },
    active(name) {
      const corpus = engine.corpus(name);
      if (corpus.state !== 'ACTIVE') throw precondition(`RagCorpus ${name} is not ACTIVE, but ${corpus.state}.`);
      return corpus;
    },
    file(corpus, name) {
      const file = engine.corpus(corpus).files.get(name);
      if (!file) throw missing(`RagFile ${name} of RagCorpus ${corpus}`);
      return file;
    },
    nextId() {
      id += 7_919n;
      return String(id);
    },
  };
  return engine;
}
