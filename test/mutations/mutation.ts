/** One way in which a formula could be wrong, and the test that must notice. */
export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly test: string;
}

type Change = readonly [name: string, find: string, replace: string];

/** Changes of one file, whose test is the one that mirrors it unless another is named. */
export const mutationsOf = (file: string, changes: readonly Change[], test = `test/${file.replace(/\.ts$/, '.test.ts')}`) =>
  changes.map(([name, find, replace]): Mutation => ({ name, file, find, replace, test }));

/** The text with the change made. Throws Error when what is to be changed is not there exactly once: it would prove nothing. */
export function mutate(text: string, { file, name, find, replace }: Mutation): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file}: ${name}: \`${find}\` is there ${parts.length - 1} times, not once`);
  return parts.join(replace);
}
