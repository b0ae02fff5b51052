/** An error and what caused it, outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && !found.includes(cause); cause = cause.cause) {
    found.push(cause);
    // Of several addresses that were tried, each has an error of its own.
    if (cause instanceof AggregateError) found.push(...cause.errors.filter((each) => each instanceof Error));
  }
  return found;
}

const SAID = ['code', 'status', 'details', 'message'];

/** All that they say, codes on lines of their own, to look into. Never shown: it may hold what should not be. */
export const wordsOf = (error: unknown): string =>
  causesOf(error)
    .flatMap((cause) => SAID.map((key) => String(Reflect.get(cause, key) ?? '')))
    .join('\n');
