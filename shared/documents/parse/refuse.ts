import { InvalidInput, KnownError } from '../../errors.ts';

/**
 * Runs a library over somebody else's file. What it throws is about the file, for it is given nothing else: the
 * refusal says so and keeps what it said as the cause.
 */
export async function reading<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KnownError) throw error;
    // V8 says so when a stack is used up: the file nests deeper than its parser can follow.
    if (error instanceof RangeError && /call stack/i.test(error.message)) throw tooDeep({ cause: error });
    throw new InvalidInput('MALFORMED', `The file is damaged, or no ${what} although it looks like one.`, { cause: error });
  }
}

export const tooDeep = (options?: ErrorOptions): InvalidInput =>
  new InvalidInput('TOO_COMPLEX', 'The file nests its parts too deeply to be read.', options);
