/** Binds a value to the statement that is being written, and returns its placeholder. */
export interface Bind {
  (value: unknown): string;
  readonly values: readonly unknown[];
}

/** The values of one statement, in the order in which they are bound. */
export function binder(): Bind {
  const values: unknown[] = [];
  return Object.assign((value: unknown) => `$${values.push(value)}`, { values });
}
