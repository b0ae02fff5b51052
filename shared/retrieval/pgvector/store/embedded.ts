import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch';
import { vector } from '@electric-sql/pglite-pgvector';
import { translate } from './failures.ts';
import { lockFolder } from './folder-lock.ts';
import type { Driver, Session } from './store.ts';

/**
 * Postgres in this process (PGlite), in a folder, or in memory when `path` is undefined. One process at a time can have
 * a folder open: throws ConfigError when another has it. `image` is a data directory to begin with, as `dumpDataDir` makes it:
 * making one takes some seconds.
 */
export async function openEmbedded(path: string | undefined, image?: Blob): Promise<Driver> {
  const unlock = path === undefined ? async () => {} : await lockFolder(path);
  let db: PGlite;
  try {
    db = await PGlite.create({
      ...(path === undefined ? {} : { dataDir: join(path, 'postgres') }),
      ...(image === undefined ? {} : { loadDataDir: image }),
      extensions: { vector, pg_textsearch },
    });
  } catch (error) {
    await unlock();
    throw error;
  }
  return {
    autovacuum: false,
    vectorType: 'vector',
    async transaction(opening, work) {
      try {
        return await db.transaction(async (tx) => {
          const session: Session = {
            query: async (sql, values) => (await tx.query<never>(sql, values && [...values])).rows,
            script: async (sql) => void (await tx.exec(sql)),
          };
          for (const { sql, values } of opening) await session.query(sql, values);
          return work(session);
        });
      } catch (error) {
        throw translate(error);
      } finally {
        // The engine answers without ever giving way to timers, signals and other requests: this does, once a transaction.
        await setImmediate();
      }
    },
    async close() {
      await db.close();
      await unlock();
    },
  };
}
