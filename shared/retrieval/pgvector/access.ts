import type { Caller } from '../../caller.ts';
import type { ReadAccess } from './store/store.ts';

/** In a document's access list: every group of its tenant. */
export const EVERYONE = '*';

/** What a caller may read: what is for everyone of the tenant, and what is for one of its groups. */
export const accessOf = ({ tenant, groups }: Caller): ReadAccess => ({ tenant, groups: [EVERYONE, ...groups] });
