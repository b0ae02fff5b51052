import { makeCaller } from '../../../shared/caller.ts';
import { Unavailable } from '../../../shared/errors.ts';
import { cacheSearches } from '../../../shared/retrieval/cache.ts';
import { EVERYTHING, parseFilter } from '../../../shared/retrieval/filter.ts';
import { PROFILES } from '../../../shared/retrieval/profiles.ts';
import { retrieve } from '../../../shared/retrieval/retrieve.ts';
import { queryOf } from '../../support/query.ts';
import { TENANTS } from '../corpus/plan.ts';
import type { Engine } from '../engine.ts';
import { K, type Method, type Scope } from '../method.ts';

const TIMEOUT_MS = 60_000;
/** As the product searches, but with room for no answer: each is searched for. */
const search = cacheSearches(retrieve, 1);

/** The groups of whoever asks: of those who may read everything, unless it is told otherwise. */
type Groups = readonly string[];
const ordinary = ({ tenant }: Scope): Groups => TENANTS[tenant].acl.ordinary.filter((group) => group !== '*');

/** The request of a question within a scope: the one place that knows how a search is narrowed. */
const requestOf = (text: string, { tenant, slice }: Scope, groups: Groups) =>
  queryOf(makeCaller(tenant, groups, 'bench'), text, { limit: K, filter: slice === undefined ? EVERYTHING : parseFilter({ slice }) });

/** The whole search: every arm, fused, passages read. */
async function searchOurs(engine: Engine, text: string, scope: Scope, groups: Groups): Promise<readonly string[]> {
  const { hits, degraded } = await search(requestOf(text, scope, groups), {
    backend: engine.backend,
    profile: PROFILES.balanced,
    timeoutMs: TIMEOUT_MS,
  });
  if (degraded.length > 0) throw new Unavailable(`a search went without ${degraded.join(', ')}`);
  return hits.map(({ id }) => id);
}

/** One arm: candidates, not read. */
async function askArm(engine: Engine, name: string, text: string, scope: Scope): Promise<readonly string[]> {
  const arm = engine.backend.arms.find((candidate) => candidate.name === name);
  if (!arm) throw new Error(`there is no arm ${name}`);
  return (await arm.search(requestOf(text, scope, ordinary(scope)))).candidates.map(({ id }) => id);
}

/** The product's own ways of searching, whole and by arm. */
export const ourMethods = (engine: Engine): readonly Method[] => {
  const ours = (name: string, against: Method['against'], search: Method['search'], dense = false): Method => ({
    name,
    group: 'ours',
    against,
    filters: true,
    dense,
    search,
  });
  return [
    ours('hybrid', 'hybrid', ({ text }, scope) => searchOurs(engine, text, scope, ordinary(scope))),
    ours('hybrid, caller who may read 1 %', 'hybrid', ({ text }, scope) => searchOurs(engine, text, scope, ['partners'])),
    ours('lexical', 'lexical', ({ text }, scope) => askArm(engine, 'lexical', text, scope)),
    ours('dense', 'dense', ({ text }, scope) => askArm(engine, 'dense', text, scope), true),
  ];
};
