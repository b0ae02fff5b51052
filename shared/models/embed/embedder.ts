/** What is embedded of a chunk. */
export interface Passage {
  /** The document's title. */
  readonly title: string;
  readonly text: string;
}

/** THE SEAM to an embedding model. Every vector that leaves it has norm 1. */
export interface Embedder {
  /** Model, dimensions and anything else that makes vectors comparable: `gemini-embedding-001/768`. Stored with each. */
  readonly model: string;
  readonly dimensions: number;
  /**
   * One vector a passage, in order. Throws InvalidInput TOO_MANY_TOKENS when a passage is too long for the model,
   * Unavailable when the model can't answer now, and Refused when it won't until somebody has looked.
   */
  embedPassages(passages: readonly Passage[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Throws as embedPassages does. */
  embedQuery(text: string, signal: AbortSignal): Promise<Float32Array>;
  /** Whether the vector of a query is at hand; absent where none is kept. */
  remembers?(text: string): boolean;
  close(): Promise<void>;
}
