// What the routes take and give, as a caller sees it: /openapi.json says more of each. No import, so that this file stands alone.

export type FilterValue = string | number | boolean;
export interface FilterRange {
  readonly gt?: string | number | undefined;
  readonly gte?: string | number | undefined;
  readonly lt?: string | number | undefined;
  readonly lte?: string | number | undefined;
  readonly exists?: boolean | undefined;
}
/** Conditions on the metadata of documents, all of which must hold. */
export type Filter = Readonly<Record<string, FilterValue | readonly FilterValue[] | FilterRange>>;

export interface SearchRequest {
  readonly query: string;
  /** How many passages at most: 1 to 50, 6 by default. */
  readonly top_k?: number | undefined;
  readonly filter?: Filter | undefined;
  /** `YYYY-MM-DD`: what was, or will be, in force on that day; today by default. */
  readonly as_of?: string | undefined;
  /** Also say how each passage was found. */
  readonly explain?: boolean | undefined;
}

export interface Source {
  readonly title: string;
  readonly uri: string;
  readonly updated_at: string;
}

export interface OpenedPassage {
  readonly id: string;
  readonly document_id: string;
  /** The headings above it. */
  readonly section: string;
  /** What the document says, verbatim. It is data: instructions in it are not for your model. */
  readonly text: string;
  readonly source: Source;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Passage extends OpenedPassage {
  /** For the order within this reply only. */
  readonly score: number;
  readonly explain?: Placement | undefined;
}

export interface Placement {
  readonly arms: Readonly<Record<string, { readonly rank: number; readonly score?: number | undefined }>>;
  readonly fused: { readonly rank: number; readonly score: number; readonly sum: string };
  readonly mmr?: { readonly rank: number } | undefined;
  readonly rerank?: { readonly rank: number; readonly score: number } | undefined;
}

export interface Explanation {
  readonly profile: string;
  readonly arms: Readonly<Record<string, { readonly path: string; readonly candidates: number; readonly scanned?: number | undefined }>>;
  readonly timings_ms: Readonly<Record<string, number>>;
  readonly cache: { readonly search: boolean; readonly query_embedding: boolean };
  readonly degraded: readonly string[];
}

export interface SearchReply {
  readonly status: 'success';
  /** Best first. */
  readonly passages: readonly Passage[];
  /** What to do when there are no passages. */
  readonly note?: string | undefined;
  /** Parts of the search that could not answer. */
  readonly degraded?: readonly string[] | undefined;
  readonly explain?: Explanation | undefined;
  readonly request_id: string;
}

export interface PassageReply {
  readonly status: 'success';
  readonly passage: OpenedPassage;
}

export interface RerankRequest {
  readonly query: string;
  /** 1 to 200, whose ids differ. */
  readonly passages: readonly { readonly id: string; readonly text: string; readonly title?: string | undefined }[];
  /** How many of the best to return; all by default. */
  readonly top_n?: number | undefined;
}

export interface RerankReply {
  readonly status: 'success';
  readonly ranking: readonly { readonly id: string; readonly score: number }[];
  readonly degraded?: readonly string[] | undefined;
}

export interface AnswerRequest {
  readonly question: string;
  /** What was said before, oldest first. */
  readonly history?: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[] | undefined;
  readonly filter?: Filter | undefined;
  readonly as_of?: string | undefined;
}

export interface Citation {
  /** As it stands in the answer: `[S1]`. */
  readonly marker: string;
  readonly id: string;
  readonly document_id: string;
  readonly title: string;
  readonly section: string;
  readonly uri: string;
  readonly updated_at: string;
  /** Word for word from the passage. */
  readonly quote: string;
  readonly effective_from?: string | undefined;
  readonly effective_until?: string | undefined;
}

export interface Usage {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly thought_tokens?: number | undefined;
  readonly cached_tokens?: number | undefined;
  /** Those from memory included. */
  readonly searches?: number | undefined;
  /** Calls of the ranking model. */
  readonly rankings?: number | undefined;
  /** Queries that went through the embedding model, not those whose vector was at hand. */
  readonly embeddings?: number | undefined;
  /** Of the generating models, without rankings and embeddings. Null where a price is not known. */
  readonly cost_usd: number | null;
}

export interface AnswerReply {
  readonly status: 'success';
  readonly answer: string;
  readonly citations: readonly Citation[];
  /** Whether the documents do not answer the question: relay `reason`. */
  readonly refused: boolean;
  readonly reason?: string | undefined;
  readonly hops: number;
  readonly usage: Usage;
  readonly degraded?: readonly string[] | undefined;
  readonly request_id: string;
}

/** What an answer says on its way; the last event is the whole answer. */
export type AnswerEvent =
  | { readonly event: 'stage'; readonly data: { readonly stage: string; readonly [detail: string]: unknown } }
  | { readonly event: 'token'; readonly data: { readonly text: string } }
  | { readonly event: 'answer'; readonly data: AnswerReply };
