import type { Config } from '../../config.ts';
import { openReader } from '../../documents/read.ts';
import type { Log } from '../../log.ts';
import type { Embedder } from '../../models/embed/embedder.ts';
import type { RetrievalBackend } from '../backend.ts';
import type { Reembedding } from '../reembed.ts';
import { createPgvectorBackend } from './backend.ts';
import { requireIndexable } from './dimensions.ts';
import { dropModel, modelsOf, reembed } from './reembed.ts';
import { migrate } from './store/migrate.ts';
import { openDriver } from './store/open.ts';
import { createStore, type Driver, type Store } from './store/store.ts';

/** Opens our own Postgres as a retrieval backend. */
export const openPgvector = (config: Config, embedder: Embedder, log: Log): Promise<RetrievalBackend> =>
  withStore(config, embedder, log, async (store) =>
    createPgvectorBackend(store, embedder, { ...config, reader: await openReader(config.reader) }),
  );

/** Opens it for a change of the embedding model. */
export const openPgvectorReembedding = (config: Config, embedder: Embedder, log: Log): Promise<Reembedding> =>
  withStore(config, embedder, log, async (store) => ({
    model: embedder.model,
    reembed: (options) => reembed(store, embedder, options),
    models: (signal) => modelsOf(store, signal),
    drop: (model, signal) => dropModel(store, model, signal),
    async close() {
      await embedder.close();
      await store.close();
    },
  }));

/** Brings the schema up to date, as the role that owns it; returns the migrations that were applied. */
export async function migratePgvector(config: Config, log: Log): Promise<readonly string[]> {
  const driver = await openDriver(config.database, log);
  try {
    return await migrate(driver, config.roles);
  } finally {
    await driver.close();
  }
}

/**
 * Opens the database of the configuration. The embedded one is brought up to date by the way, for nobody else can be
 * using it; a server's schema is changed by `npm run migrate` alone, as its owner. Throws ConfigError when it can't index the
 * embedder's vectors.
 */
async function withStore<T>(config: Config, embedder: Embedder, log: Log, make: (store: Store) => Promise<T>): Promise<T> {
  const driver: Driver = await openDriver(config.database, log);
  try {
    requireIndexable(driver, embedder);
    if (config.database.kind === 'embedded') await migrate(driver, config.roles);
    return await make(createStore(driver, { read: config.searchTimeoutMs, write: config.ingestTimeoutMs }));
  } catch (error) {
    await driver.close();
    throw error;
  }
}
