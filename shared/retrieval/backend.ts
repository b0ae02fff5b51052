import type { Caller } from '../caller.ts';
import type { Metadata, SourceDocument } from '../documents/document.ts';
import type { InvalidInput, Unavailable } from '../errors.ts';
import type { Filter } from './filter.ts';

/** Which documents a search may bring. Tenant and groups come with the caller, never from the question. */
export interface Scope {
  readonly caller: Caller;
  readonly filter: Filter;
  /** `YYYY-MM-DD`: what is not in force on this day is left out. */
  readonly day: string;
}

/** Characters of the longest query: doors refuse what is longer, and a question is cut before it is searched for. */
export const MOST_QUERY_CHARS = 500;

export interface Query extends Scope {
  readonly text: string;
  /** The most candidates wanted. */
  readonly limit: number;
  /** Of the tenant, as `version` gave it before the search began, if it was asked. */
  readonly version?: string;
  /** Whether somebody wants to see how it was done, scores included, and pays for that. */
  readonly explain?: boolean;
  readonly signal: AbortSignal;
}

/** A passage as an arm found it: enough to fuse and to read it. */
export interface Candidate {
  /** `PATH:` and what its backend tells the passage by. */
  readonly id: string;
  /** Of the text that was ranked. A passage that says something else by the time it is read is not what was found. */
  readonly version: string;
  /** The arm's own figure, higher is better; only to be shown, where the query asks to explain. Those of different arms don't compare. */
  readonly score?: number;
  /** The passage itself, where finding and reading are one for the backend: a managed engine hands out text. */
  readonly hit?: Hit;
}

/** What an arm found, and how. */
export interface Found {
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** How the arm went about it, for people: `exact`, `hnsw iterative`. */
  readonly path: string;
  /** Chunks or vectors that were looked at, where the arm knows. */
  readonly scanned?: number;
  /** The embedding of the query was at hand. */
  readonly isEmbeddingCached?: boolean;
  /** Why the scope may have more, and nearer ones. */
  readonly incomplete?: Unavailable;
}

/** How near passages are to a query and to each other, by what the backend's model makes of them: cosines. */
export interface Nearness {
  /** To the query, in the order of the candidates. */
  readonly relevance: readonly number[];
  /** Between two candidates, by their places. */
  similarity(a: number, b: number): number;
}

export interface Source {
  readonly title: string;
  readonly uri: string;
  readonly updatedAt: Date;
}

/** One passage, as a caller may see it. */
export interface Hit {
  readonly id: string;
  readonly documentId: string;
  /** The headings above it: `Billing > Refunds > Partial refunds`. */
  readonly section: string;
  readonly text: string;
  readonly source: Source;
  readonly metadata: Metadata;
}

/**
 * One way of finding passages: dense, lexical, identifier, managed. What it returns is within the query's scope, and as
 * much of it as the query wants, if the arm can rank as much; `incomplete` says where it could not. Throws Unavailable to be left out of the fusion.
 */
export interface Arm {
  readonly name: string;
  search(query: Query): Promise<Found>;
}

export interface PutReport {
  readonly outcome:
    | 'indexed'
    /** Access or metadata changed; the text did not. */
    | 'described'
    /** The text was there; what the configured model makes of it was not. */
    | 'embedded'
    /** This very version is already there. */
    | 'unchanged'
    /** A newer version, or a later deletion, is already there. */
    | 'stale'
    /** It can't be indexed, whenever it is tried again; recorded with the reason. */
    | 'failed';
  readonly chunks: number;
  /** Of a new version: from the object's change to its text being searchable. */
  readonly lagMs?: number;
  /** Passages that went through the embedding model. */
  readonly embedded: number;
  readonly code?: InvalidInput['code'];
  readonly reason?: string;
  readonly warning?: string;
}

export interface StoredDocument {
  readonly tenant: string;
  readonly documentId: string;
  readonly state: 'active' | 'failed' | 'deleted';
  readonly generation: bigint;
  readonly metageneration: bigint;
  /** What it was made with: parser, chunker, sizes. Another make is another index of the same bytes. */
  readonly make: string;
  /** Whether each of its chunks has what the configured model makes of it. */
  readonly complete: boolean;
  readonly title: string;
  readonly mediaType: string;
  readonly language: string;
  readonly chunks: number;
  /** Why its newest version is not indexed; an older one may be. */
  readonly failure: { readonly code: string; readonly reason: string } | undefined;
  /** Attempts that failed since one succeeded. */
  readonly tries: number;
  /** When its object changed. */
  readonly updatedAt: Date;
  readonly indexedAt: Date;
  /** From the object's change to its text being searchable. */
  readonly lagMs: number | undefined;
}

/** Whether this very version of an object is stored, as it would be made now. */
export const isUpToDate = (
  stored: StoredDocument | undefined,
  { generation, metageneration }: Pick<SourceDocument, 'generation' | 'metageneration'>,
  make: string,
): boolean =>
  stored?.state === 'active' &&
  stored.generation === generation &&
  stored.metageneration === metageneration &&
  stored.make === make &&
  stored.complete;

/** What went with a tenant. */
export interface DropReport {
  readonly documents: number;
  readonly tombstones: number;
  readonly chunks: number;
  readonly embeddings: number;
}

/**
 * THE SEAM. Document in, text query in, ranks out: no embedding crosses it, for a managed engine makes its own, and
 * nothing is decided by a score. Every method keeps to one tenant.
 */
export interface RetrievalBackend {
  readonly arms: readonly Arm[];
  /** What a document put now would be made with: see StoredDocument. */
  readonly make: string;
  /** Documents that are worth putting at once, where it knows. */
  readonly atOnce?: number;
  /**
   * Indexes one version of a document in place of every older one; repeatable. A document that can never be indexed is
   * recorded as failed and reported, not thrown, and left at that unless `again` asks for another try. Throws Unavailable when trying again may help, and NotFound when the
   * source no longer has this version.
   */
  put(document: SourceDocument, signal: AbortSignal, again?: boolean): Promise<PutReport>;
  /** Makes a document unfindable, unless it is newer than `generation`, and leaves a tombstone; repeatable. */
  remove(tenant: string, documentId: string, generation: bigint): Promise<void>;
  /** Every tenant that it holds anything of. */
  tenants(): Promise<readonly string[]>;
  /** A tenant's documents, failed ones and tombstones included, in the order of their ids. */
  list(tenant: string): AsyncIterable<StoredDocument>;
  /**
   * Reads what arms found, in one instant: the hits are in the order of the candidates, undefined for one that has
   * changed, gone or is not within the scope.
   */
  read(scope: Scope, candidates: readonly Candidate[], signal: AbortSignal): Promise<readonly (Hit | undefined)[]>;
  /**
   * Compares what arms found by the vectors that are stored of it, without searching for any. Absent where the backend
   * keeps its vectors to itself. Throws Unavailable as a dense arm does.
   */
  compare?(query: Query, candidates: readonly Candidate[]): Promise<Nearness>;
  /**
   * Of everything that a tenant's searches depend on: whatever is written, it is another one in the same instant. Empty
   * while nothing was written, and again once the tenant is erased. Absent where it can't be known.
   */
  version?(tenant: string, signal: AbortSignal): Promise<string>;
  /**
   * That it could answer now, for a probe: cheap, and of no tenant. Throws when it can't. Absent where there is no more to ask
   * than that it was opened.
   */
  ready?(signal: AbortSignal): Promise<void>;
  /** Opens passages by id, in force or not, for a citation is of its day; those that are not there or not for this caller are left out. */
  passages(caller: Caller, ids: readonly string[], signal: AbortSignal): Promise<readonly Hit[]>;
  /** Every passage of a document that the caller may read, in the order of the document where that is known. */
  passagesOf(caller: Caller, documentId: string, signal: AbortSignal): Promise<readonly Hit[]>;
  /** Erases a tenant whole. */
  drop(tenant: string): Promise<DropReport>;
  /** Work that keeps it fast and small, for every tenant or one: after bulk loads and from time to time. Says what it did. */
  maintain(signal: AbortSignal, tenant?: string): Promise<readonly string[]>;
  close(): Promise<void>;
}
