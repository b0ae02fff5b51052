import { makeCaller } from '../../shared/caller.ts';
import type { Query } from '../../shared/retrieval/backend.ts';
import { parseFilter } from '../../shared/retrieval/filter.ts';
import { queryOf } from '../support/query.ts';
import type { Search } from './corpus.ts';

/** A search of a history, as a backend is asked it. */
export const askedBy = ({ tenant, groups, text, filter, day, limit, explain }: Search): Query =>
  queryOf(makeCaller(tenant, groups, 'me'), text, { filter: parseFilter(filter), day, limit, explain });
