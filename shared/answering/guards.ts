import { queryOf } from './query.ts';
import type { Decision, View } from './roles.ts';

/** Queries of one round, for one part of a question. */
export const MOST_QUERIES = 4;

/** What names nothing that could be searched for. */
const VAGUE =
  /^(?:(?:more|further|additional|other|any|some|the|all|relevant|missing|specific|detailed|necessary|required)\s+)*(?:information|info|details?|context|data|facts?|documents?|sources?|evidence|passages?|results?|content|material|answers?|it|this|that|everything|something|n\/?a|none|unknown|-)?[\s.!]*$|^(?:(?:weitere|mehr|más|mas|plus d['’]|autres|altre|mais) ?)?(?:informationen|details|daten|información|informaciones|detalles|datos|informations?|détails|données|informazioni|dettagli|informações|詳細(?:な?情報)?|追加情報|情報|更多信息|详细信息|信息)[\s.!。]*$/i;

export type Guard = 'no decision' | 'nothing to search for' | 'vague' | 'unsearched' | 'follow-up';

/** A decision as it is carried out, and the guard that changed it, if one did. */
export interface Guarded<D extends Decision = Decision> {
  readonly decision: D;
  readonly guard?: Guard;
}

/** Before anything was searched for: from what it knows itself a model never answers. */
export type Route = Exclude<Decision, { readonly action: 'answer' }>;

// What a decision may be. Each rule is a branch: as a sentence of a prompt none of them held.

/** What happens first. */
export function guardedRoute(told: Decision | undefined, { question, history }: View): Guarded<Route> {
  const ask: Route = { action: 'retrieve', reason: 'Nothing was searched for yet.', queries: [question], missing: question };
  if (!told) return { decision: ask, guard: 'no decision' };
  if (told.action === 'answer') return { decision: ask, guard: 'unsearched' };
  if (told.action === 'refuse') return history.length > 0 ? { decision: ask, guard: 'follow-up' } : { decision: told };
  const queries = concrete(told.queries, []);
  return queries.length > 0 ? { decision: { ...told, queries } } : { decision: ask, guard: 'nothing to search for' };
}

/** What happens with what was found. */
export function guardedJudgement(told: Decision | undefined, { searched }: View): Guarded {
  const answer: Decision = { action: 'answer', reason: 'What was found has to do.' };
  if (!told) return { decision: answer, guard: 'no decision' };
  if (told.action !== 'retrieve') return { decision: told };
  if (VAGUE.test(told.missing.trim())) return { decision: answer, guard: 'vague' };
  const queries = concrete(told.queries, searched);
  return queries.length > 0 ? { decision: { ...told, queries } } : { decision: answer, guard: 'nothing to search for' };
}

/** Queries that say something, each once, and none that was searched for already. */
export function concrete(queries: readonly string[], searched: readonly string[]): readonly string[] {
  const known = new Set(searched.map(plain));
  const kept: string[] = [];
  for (const query of queries) {
    const text = queryOf(query);
    if (VAGUE.test(text) || !/[\p{L}\p{N}]/u.test(text) || known.has(plain(text))) continue;
    known.add(plain(text));
    kept.push(text);
  }
  return kept.slice(0, MOST_QUERIES);
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
