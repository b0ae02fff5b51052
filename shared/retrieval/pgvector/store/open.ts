import type { DatabaseConfig } from '../../../config.ts';
import type { Log } from '../../../log.ts';
import type { Driver } from './store.ts';

/** The engine that the configuration names; the other's packages are not loaded. */
export const openDriver = async (config: DatabaseConfig, log: Log): Promise<Driver> =>
  config.kind === 'embedded'
    ? (await import('./embedded.ts')).openEmbedded(config.path, config.image)
    : (await import('./postgres.ts')).openPostgres(config, log);
