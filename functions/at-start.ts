import { ConfigError } from '../shared/config.ts';
import { errorFields, type Log } from '../shared/log.ts';
import { once } from './once.ts';

/**
 * `open`, called now, so that the first request need not wait for it, and once. A setting that makes it impossible ends the
 * process with one line; after any other failure the next request tries again.
 */
export function atStart<T>(open: () => Promise<T>, log: Log): () => Promise<T> {
  const opened = once(open);
  opened().catch((error: unknown) => {
    if (error instanceof ConfigError) {
      console.error(error.message);
      process.exit(1);
    }
    log.write('WARNING', 'something is not available at the start; the next request tries again', errorFields(error));
  });
  return opened;
}
