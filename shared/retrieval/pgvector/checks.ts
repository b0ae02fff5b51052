import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Embedder } from '../../models/embed/embedder.ts';
import { type Check, type CheckContext, type Checks, ok, skipped } from '../../preflight/check.ts';
import { checkConnections } from './checks/connections.ts';
import { checkDatabase, LATE } from './checks/database.ts';
import { checkExtension } from './checks/extension.ts';
import { checkLexical } from './checks/lexical.ts';
import { checkLogin } from './checks/login.ts';
import { checkRowSecurity } from './checks/row-security.ts';
import { checkSchema } from './checks/schema.ts';
import { checkVectors } from './checks/vectors.ts';
import { requireIndexable } from './dimensions.ts';
import { openDriver } from './store/open.ts';
import { createStore, type Driver } from './store/store.ts';

/** A statement of a check waits no longer. */
const LIMIT_MS = 10_000;

/** What our own Postgres needs. Changes nothing: neither schema nor folder. */
export function checksOfPgvector(config: Config, embedder: Embedder, log: Log, context: CheckContext): Checks {
  const { database } = config;
  if (database.kind === 'embedded') {
    const absent = absence(database.path);
    if (absent) return { checks: [{ name: 'database', run: async () => skipped(absent) }], close: () => embedder.close() };
  }
  let opened: Promise<Driver> | undefined;
  const driver = () => {
    opened ??= openDriver(database, log);
    return opened;
  };
  const store = async () => createStore(await driver(), { read: LIMIT_MS, write: LIMIT_MS });
  const first = ['database'];
  const server: readonly Check[] =
    database.kind === 'embedded'
      ? []
      : [
          {
            name: 'database login',
            after: ['schema'],
            run: async (signal) => checkLogin(await store(), config.production, context.duty, signal),
          },
          { name: 'connections', after: first, run: async (signal) => checkConnections(await store(), database.poolMax, signal) },
        ];
  return {
    checks: [
      {
        name: 'database',
        after: database.kind === 'cloud-sql' ? ['credentials'] : [],
        late: LATE[database.kind],
        run: (signal) => checkDatabase(store, database, context.member, signal),
      },
      { name: 'pgvector', after: first, run: async (signal) => checkExtension(await store(), signal) },
      { name: 'schema', after: ['pgvector'], run: async (signal) => checkSchema(await store(), signal) },
      { name: 'row security', after: ['schema'], run: async (signal) => checkRowSecurity(await store(), signal) },
      ...server,
      { name: 'lexical index', after: ['schema'], run: async (signal) => checkLexical(await store(), signal) },
      {
        name: 'dimensions',
        after: first,
        run: async () => {
          requireIndexable(await driver(), embedder);
          return ok(`${embedder.dimensions}, which an index can hold`);
        },
      },
      {
        name: 'vectors',
        after: ['schema', ...server.filter(({ name }) => name === 'database login').map(({ name }) => name)],
        run: async (signal) => checkVectors(await store(), embedder.model, context.tenant, signal),
      },
    ],
    async close() {
      await embedder.close();
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

/** Why there is nothing to look at, where there is not; looking would make it. */
function absence(path: string | undefined): string | undefined {
  if (path === undefined) return 'in memory: every command makes its own (GROUNDWIRE_DATA)';
  return existsSync(join(path, 'postgres')) ? undefined : `none yet in ${path} (GROUNDWIRE_DATA): the first command makes it`;
}
