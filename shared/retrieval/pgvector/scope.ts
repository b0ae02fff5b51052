import type { Scope } from '../backend.ts';
import { type Comparison, type Condition, DATE, numberOf, type Scalar } from '../filter.ts';
import { accessOf } from './access.ts';
import type { Bind } from './statement.ts';

/** A scope of any day. */
export type LooseScope = Omit<Scope, 'day'> & { readonly day?: string };

/**
 * The condition that a passage or document `name` is within a scope. Every statement that leads to a passage has it; the
 * view and the policies behind it repeat tenant and access. Without a day, what is not in force is within it too.
 */
export function within(name: string, { caller, filter, day }: LooseScope, bind: Bind): string {
  const { tenant, groups } = accessOf(caller);
  return [
    `${name}.tenant = ${bind(tenant)}`,
    `${name}.acl && ${bind(groups)}::text[]`,
    ...(day === undefined ? [] : [inForce(name, bind(day))]),
    ...filter.map((condition) => passes(`${name}.metadata`, condition, bind)),
  ].join(' AND ');
}

/**
 * The passages `p` within a scope that `condition` finds for each row of what stands before it, looked up row by row. Left to
 * itself the planner goes by estimates of access and metadata that are off a hundred times either way, and joins whole tables;
 * OFFSET 0 keeps the subquery what it is.
 */
export const lookup = (scope: LooseScope, bind: Bind, condition: string): string =>
  `CROSS JOIN LATERAL (SELECT p.*, encode(p.content_hash, 'hex') AS version FROM kb_passage p WHERE ${condition} AND ${within('p', scope, bind)} OFFSET 0) AS p`;

/** The documents `own` of a scope: those that a survey has named, or all that are within it. */
export const ownDocuments = (scope: Scope, ids: readonly string[] | undefined, bind: Bind): string =>
  ids
    ? `unnest(${bind(ids)}::text[]) AS own (document_id)`
    : `(SELECT d.document_id FROM kb_document d WHERE ${within('d', scope, bind)} AND d.state = 'active') AS own`;

/** Every passage `p` within a scope, by way of its documents. */
export const throughDocuments = (scope: Scope, ids: readonly string[] | undefined, bind: Bind): string =>
  `${ownDocuments(scope, ids, bind)} ${lookup(scope, bind, 'p.document_id = own.document_id')}`;

const inForce = (name: string, day: string): string =>
  `coalesce(${name}.effective_from <= ${day}::text, true) AND coalesce(${name}.effective_until >= ${day}::text, true)`;

/** A condition of the filter language, as `passes` in ../filter.ts defines it. Field names are bound like any other value. */
function passes(metadata: string, condition: Condition, bind: Bind): string {
  if ('exists' in condition) return `${condition.exists ? '' : 'NOT '}(${metadata} ? ${bind(condition.field)}::text)`;
  if ('in' in condition) {
    const written = condition.in.flatMap((value) => alike(value).flatMap((form) => [form, [form]]));
    const forms = written.map((form) => JSON.stringify(Object.fromEntries([[condition.field, form]])));
    return `${metadata} @> ANY (${bind(forms)}::text[]::jsonb[])`;
  }
  const stored = `(${metadata} -> ${bind(condition.field)}::text)`;
  const compares = comparison(condition.is, condition.value, bind);
  return `CASE jsonb_typeof(${stored})
    WHEN 'array' THEN EXISTS (SELECT FROM jsonb_array_elements(${stored}) AS item (value) WHERE ${compares('item.value')})
    ELSE ${compares(stored)} END`;
}

/** The values of other types that are written as this one is. */
function alike(value: Scalar): readonly Scalar[] {
  if (typeof value !== 'string') return [value, String(value)];
  const number = Number(value);
  return [
    value,
    ...(String(number) === value && Number.isFinite(number) ? [number] : []),
    ...(value === 'true' ? [true] : value === 'false' ? [false] : []),
  ];
}

const SIGNS: Readonly<Record<Comparison, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** Writes the comparison of one stored value, a jsonb expression, with the wanted one. */
function comparison(is: Comparison, value: string | number, bind: Bind): (stored: string) => string {
  const number = numberOf(value);
  const wanted = number === undefined ? undefined : `${bind(number)}::float8`;
  const asNumber = wanted ? `WHEN 'number' THEN STORED::float8 ${SIGNS[is]} ${wanted}` : '';
  const asText =
    typeof value === 'number'
      ? `WHEN 'string' THEN kb_number(STORED #>> '{}') ${SIGNS[is]} ${wanted}`
      : `WHEN 'string' THEN ${cut('STORED', value)} COLLATE "C" ${SIGNS[is]} ${bind(value)}::text`;
  return (stored) => `CASE jsonb_typeof(${stored}) ${asNumber} ${asText} ELSE false END`.replaceAll('STORED', stored);
}

/** The stored text, of a date no more than the wanted date has. */
const cut = (stored: string, value: string): string => {
  const text = `(${stored} #>> '{}')`;
  return DATE.test(value) ? `(CASE WHEN ${text} ~ '^[0-9]{4}(?:-|$)' THEN left(${text}, ${value.length}) ELSE ${text} END)` : text;
};
