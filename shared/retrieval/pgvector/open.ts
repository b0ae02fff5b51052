import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Embedder } from '../../models/embed/embedder.ts';
import type { RetrievalBackend } from '../backend.ts';
import { createPgvectorBackend } from './backend.ts';
import { migrate } from './store/migrate.ts';
import { openDriver } from './store/open.ts';
import { createStore } from './store/store.ts';

/**
 * Opens the database of the configuration. The embedded one is brought up to date by the way, for nobody else can be
 * using it; a server's schema is changed by `npm run migrate` alone, as its owner.
 */
export async function openPgvector(config: Config, embedder: Embedder, log: Log): Promise<RetrievalBackend> {
  const driver = await openDriver(config.database, log);
  try {
    if (config.database.kind === 'embedded') await migrate(driver, config.roles);
    const store = createStore(driver, { read: config.searchTimeoutMs, write: config.ingestTimeoutMs });
    return await createPgvectorBackend(store, embedder, config);
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** Brings the schema up to date, as the role that owns it; returns the migrations that were applied. */
export async function migratePgvector(config: Config, log: Log): Promise<readonly string[]> {
  const driver = await openDriver(config.database, log);
  try {
    return await migrate(driver, config.roles);
  } finally {
    await driver.close();
  }
}
