import type { Scope } from './backend.ts';

/** The same text for the same scope, whatever the order of groups and conditions. */
export const keyOfScope = ({ caller, filter, day }: Scope): string =>
  JSON.stringify([caller.tenant, [...new Set(caller.groups)].sort(), filter.map((condition) => JSON.stringify(condition)).sort(), day]);
