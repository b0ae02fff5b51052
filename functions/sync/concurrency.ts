/** Documents worked on at once: enough to keep the embedding model's own concurrency busy with small documents. */
export const CONCURRENCY = 8;
