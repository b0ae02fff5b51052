import type { Limit } from './window.ts';

export type { Limit } from './window.ts';

/** At most `perMinute` requests of one tenant on this instance, so that it can't starve the others; 0 is no limit. */
export function createLimit(perMinute: number): Limit {
  if (perMinute === 0) return async () => {};
  const window = import('./window.ts').then(({ createWindow }) => createWindow(perMinute));
  return async (tenant) => (await window)(tenant);
}
