import { ConfigError } from '../shared/config.ts';
import { errorFields, type Log } from '../shared/log.ts';
import { once } from './once.ts';

interface Closable {
  close(): Promise<void>;
}

const opened = new Set<Closable>();

/**
 * `open`, called now, so that the first request need not wait for it, and once. A setting that makes it impossible ends the
 * process with one line; after any other failure the next request tries again. What can be closed is, by closeOpened.
 */
export function atStart<T>(open: () => Promise<T>, log: Log): () => Promise<T> {
  const opening = once(async () => {
    const value = await open();
    if (isClosable(value)) opened.add(value);
    return value;
  });
  opening().catch((error: unknown) => {
    if (error instanceof ConfigError) {
      console.error(error.message);
      process.exit(1);
    }
    log.write('WARNING', 'something is not available at the start; the next request tries again', errorFields(error));
  });
  return opening;
}

/** Closes what was opened at the start, or since: databases and clients. Gives up after `ms`, when the process ends anyway. */
export async function closeOpened(ms: number, log: Log): Promise<void> {
  const closing = [...opened].map(async (each) => {
    opened.delete(each);
    await each.close().catch((error: unknown) => log.write('WARNING', 'something could not be closed', errorFields(error)));
  });
  const timeUp = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    log.write('WARNING', 'something was not closed in time');
    timeUp.resolve();
  }, ms);
  await Promise.race([Promise.all(closing), timeUp.promise]);
  clearTimeout(timer);
}

const isClosable = (value: unknown): value is Closable =>
  typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
