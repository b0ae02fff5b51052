import type { State } from '@google/adk';

const KEY = 'retrieved:';

/**
 * Notes in the session what was retrieved, a key an id: calls that run at the same time each write their own, where a list would
 * be overwritten by the last of them.
 */
export function remember(state: State, passages: readonly { readonly id: string }[]): void {
  for (const { id } of passages) state.set(KEY + id, true);
}

export const isRetrieved = (state: State, id: string): boolean => state.get<boolean>(KEY + id) === true;
