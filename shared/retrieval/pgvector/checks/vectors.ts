import { causesOf } from '../../../preflight/causes.ts';
import { failed, type Outcome, ok, skipped } from '../../../preflight/check.ts';
import { tenantsOf } from '../maintain.ts';
import type { Session, Store } from '../store/store.ts';

/** Tenants that are named in one line. */
const NAMED = 5;

/** Whether every document of every tenant has the vectors of the configured model: without them there is no dense search. */
export async function checkVectors(store: Store, model: string, only: string | undefined, signal: AbortSignal): Promise<Outcome> {
  const tenants = only ? [only] : await unlessClosed(() => tenantsOf(store, signal));
  if (!tenants) return skipped('this user may not list tenants: name one with --tenant T');
  const lacking: { readonly tenant: string; readonly missing: number; readonly documents: number }[] = [];
  let total = 0;
  for (const tenant of tenants) {
    const { documents, missing } = await stateOf(store, tenant, model, signal);
    total += documents;
    if (missing > 0) lacking.push({ tenant, missing, documents });
  }
  if (lacking.length > 0) {
    const named = lacking.slice(0, NAMED).map(({ tenant, missing, documents }) => `${tenant} (${missing} of ${documents})`);
    const more = lacking.length > NAMED ? ` and ${lacking.length - NAMED} tenants more` : '';
    return failed(
      `Documents lack vectors of ${model}: ${named.join(', ')}${more}. Their tenants are searched by words alone.`,
      `npm run reembed${only ? ` -- --tenant ${only}` : ''}\nOr set EMBED_MODEL and EMBED_DIMENSIONS back to what they have: npm run reembed -- --list`,
    );
  }
  if (total === 0) return ok('no documents yet');
  return ok(`${model} for all ${total} documents of ${only ?? `${tenants.length} tenants`}`);
}

interface State {
  readonly documents: number;
  readonly missing: number;
}

/** As reader, or as writer where the user is but that. */
async function stateOf(store: Store, tenant: string, model: string, signal: AbortSignal): Promise<State> {
  const ask = async (session: Session): Promise<State> => {
    const [row] = await session.query<State>('SELECT documents, missing FROM kb_vector_state($1, $2)', [tenant, model]);
    return row ?? { documents: 0, missing: 0 };
  };
  return (await unlessClosed(() => store.reading({ tenant, groups: [] }, signal, ask))) ?? (await store.writing(tenant, signal, ask));
}

/** Undefined where the user lacks the role (SQLSTATE 42501). */
async function unlessClosed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (causesOf(error).some((cause) => 'code' in cause && cause.code === '42501')) return undefined;
    throw error;
  }
}
