import { Unavailable } from '../../errors.ts';
import { remember } from '../../remember.ts';
import type { Store } from './store/store.ts';

/** How long an answer about a tenant holds. */
const KEPT_MS = 10_000;
const MOST_TENANTS = 10_000;

export interface VectorState {
  readonly documents: number;
  readonly chunks: number;
  /** Documents without vectors of the model. */
  readonly missing: number;
  /** Whether there is an HNSW index of the model's vectors. */
  readonly indexed: boolean;
}

export type VectorStateOf = (tenant: string) => Promise<VectorState>;

/** How a tenant stands with the vectors of a model: asked at most once in ten seconds. */
export function createVectorStates(store: Store, model: string): VectorStateOf {
  const always = new AbortController().signal;
  return remember(
    async (tenant: string) => {
      const [row] = await store.reading({ tenant, groups: [] }, always, (session) =>
        session.query<VectorState>('SELECT documents, chunks, missing, indexed FROM kb_vector_state($1, $2)', [tenant, model]),
      );
      return row ?? { documents: 0, chunks: 0, missing: 0, indexed: false };
    },
    { key: (tenant) => tenant, most: MOST_TENANTS, ttlMs: KEPT_MS },
  );
}

/** Throws Unavailable, with counts, when documents have no vectors of the model: a ranking that left them out would be wrong without a word. */
export function requireVectors({ documents, missing }: VectorState, model: string): void {
  if (missing > 0) {
    throw new Unavailable(
      `${missing} of ${documents} documents have no vectors of ${model}. Run \`npm run reembed\`, or configure the model they were embedded with.`,
    );
  }
}
