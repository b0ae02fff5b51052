export interface Target {
  /** A function answers requests or events, a job runs to its end. */
  readonly kind: 'function' | 'job';
  /** It takes CloudEvents, which the functions framework reads. */
  readonly events?: boolean;
  /** It reads documents, in processes of their own. */
  readonly reads?: boolean;
  /** It changes the schema of the database, which the managed backend has none of. */
  readonly migrates?: boolean;
}

/** What is deployed, a bundle each; the name is that of its folder in `functions`, whose main.ts is bundled. */
export const TARGETS: Readonly<Record<string, Target>> = {
  search: { kind: 'function' },
  answer: { kind: 'function' },
  rerank: { kind: 'function' },
  ingest: { kind: 'function', events: true, reads: true },
  reconcile: { kind: 'function', reads: true },
  backfill: { kind: 'job', reads: true },
  migrate: { kind: 'job', migrates: true },
};

/**
 * Packages that can't be bundled, for they read files of their own, and gRPC, for theirs take nothing of another copy of it. A bundle
 * that uses one has it in its package.json.
 */
export const EXTERNAL = ['@google-cloud/aiplatform', '@google-cloud/discoveryengine', '@grpc/grpc-js'];
