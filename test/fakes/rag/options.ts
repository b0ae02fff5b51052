import { vectorOf } from '../vectors.ts';
import type { EngineMode } from './engine.ts';
import { type ResultRow, rowOf } from './import-result.ts';
import type { OperationScript } from './operations.ts';

export interface FakeObject {
  readonly bytes: Uint8Array;
  readonly contentType?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** What an import makes of a URI that the corpus has a file of already. Not documented. */
export type Again = 'duplicate' | 'skip' | 'replace';

/** What retrieval makes of hybridSearch, by what the vector database can do. Not documented for all of them. */
export type Hybrid = 'honoured' | 'ignored' | 'refused';

export interface FakeRagOptions {
  /** An object of a bucket by its gs:// URI. */
  readonly readObject: (uri: string) => Promise<FakeObject | undefined>;
  /** Where results of imports are written to. Without it no import may ask for them. */
  readonly writeObject?: (uri: string, text: string) => Promise<void> | void;
  readonly port?: number;
  readonly project?: string;
  /** Names in answers carry it; requests may use the project or its number. */
  readonly projectNumber?: string;
  readonly location?: string;
  readonly mode?: EngineMode;
  /** Calls of VertexRagDataService in a window. */
  readonly dataQuota?: number | undefined;
  /** Calls of RetrieveContexts in a window. */
  readonly retrievalQuota?: number | undefined;
  readonly quotaWindowMs?: number;
  readonly importsAtOnce?: number;
  /** Milliseconds since the epoch: what quotas and visibility are measured by. */
  readonly now?: () => number;
  readonly again?: Again;
  /** Whether a file that could not be imported is listed, in the state ERROR. Not documented. */
  readonly listsFailed?: boolean;
  readonly mostTopK?: number;
  readonly hybrid?: Hybrid;
  /** Milliseconds from a file's import until retrieval finds it. */
  readonly visibilityMs?: number;
  /** The embedding model. */
  readonly embed?: (text: string) => readonly number[] | Promise<readonly number[]>;
  /** How operations go that have no script. */
  readonly operation?: OperationScript;
  /** A line of an import's result. Its shape is not documented. */
  readonly resultRow?: (row: ResultRow) => object;
}

/** What can be changed while it runs. */
export type Changes = Partial<Omit<FakeRagOptions, 'port' | 'project' | 'projectNumber' | 'location' | 'mode' | 'operation'>>;

export type Settings = Required<Omit<FakeRagOptions, 'writeObject'>> & Pick<FakeRagOptions, 'writeObject'>;

/** Limits of the real service: reference/google-cloud.md, 1.7. */
export const settingsOf = (options: FakeRagOptions): Settings => ({
  port: 0,
  project: 'fake',
  projectNumber: '123456789012',
  location: 'us-central1',
  mode: 'basic',
  dataQuota: 60,
  retrievalQuota: 1_500,
  quotaWindowMs: 60_000,
  importsAtOnce: 3,
  now: Date.now,
  again: 'skip',
  listsFailed: false,
  mostTopK: 100,
  hybrid: 'ignored',
  visibilityMs: 0,
  embed: (text) => vectorOf(text, 256),
  operation: {},
  resultRow: rowOf,
  ...options,
});
