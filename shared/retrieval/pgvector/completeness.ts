import { Unavailable } from '../../errors.ts';
import type { ReadAccess, Store } from './store/store.ts';

/** How long an answer about a tenant holds. */
const CHECK_EACH_MS = 10_000;

/** Throws Unavailable, with counts, when some of a tenant's documents have no vectors of the model: a ranking that left them out would be wrong without a word. */
export type VectorCheck = (access: ReadAccess, signal: AbortSignal) => Promise<void>;

/** Asks the database at most once in ten seconds for each tenant. */
export function createVectorCheck(store: Store, model: string): VectorCheck {
  const gaps = new Map<string, { readonly at: number; readonly documents: number; readonly missing: number }>();
  return async (access, signal) => {
    let known = gaps.get(access.tenant);
    if (!known || performance.now() - known.at > CHECK_EACH_MS) {
      const [row] = await store.reading(access, signal, (session) =>
        session.query<{ documents: number; missing: number }>('SELECT documents, missing FROM kb_vector_gaps($1, $2)', [
          access.tenant,
          model,
        ]),
      );
      known = { at: performance.now(), documents: row?.documents ?? 0, missing: row?.missing ?? 0 };
      gaps.set(access.tenant, known);
    }
    if (known.missing > 0) {
      throw new Unavailable(
        `${known.missing} of ${known.documents} documents have no vectors of ${model}. Run \`npm run reembed\`, or configure the model they were embedded with.`,
      );
    }
  };
}
