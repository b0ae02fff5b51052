import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { DatabaseConfig } from '../../../config.ts';
import { errorFields, type Log } from '../../../log.ts';
import { translate } from './failures.ts';
import type { Driver, Session, Statement } from './store.ts';

type PostgresConfig = Exclude<DatabaseConfig, { kind: 'embedded' }>;

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;

/** Postgres by address, or Cloud SQL through its connector with the service's own identity (IAM, no password). */
export async function openPostgres(config: PostgresConfig, log: Log): Promise<Driver> {
  const address = await addressOf(config);
  const pool = new pg.Pool({
    ...address.options,
    max: config.poolMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    // Statements that need not wait for each other's results share a round trip.
    pipeline: true,
  });
  // An idle connection that the server closes is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.write('WARNING', 'an idle database connection was lost', errorFields(error)));
  return {
    autovacuum: true,
    vectorType: 'halfvec',
    transaction: (opening, work, reads) => transaction(pool, opening, work, reads === 'reads'),
    async close() {
      await pool.end();
      address.close();
    },
  };
}

interface Address {
  readonly options: pg.PoolConfig;
  close(): void;
}

async function addressOf(config: PostgresConfig): Promise<Address> {
  if (config.kind === 'url') return { options: { connectionString: config.url }, close: () => {} };
  // Costs more than all the rest of a cold start: it is loaded where it is used.
  const { AuthTypes, Connector, IpAddressTypes } = await import('@google-cloud/cloud-sql-connector');
  const connector = new Connector();
  const options = await connector.getOptions({
    instanceConnectionName: config.instance,
    ipType: IpAddressTypes[config.ipType],
    authType: AuthTypes.IAM,
  });
  return { options: { ...options, user: config.user, database: config.name }, close: () => connector.close() };
}

async function transaction<T>(
  pool: pg.Pool,
  opening: readonly Statement[],
  work: (session: Session) => Promise<T>,
  reads: boolean,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translate(error);
  });
  const { stream } = client.connection;
  const send = async (sql: string, values?: readonly unknown[], name?: string) => {
    coalesce(stream);
    return (await client.query({ text: sql, ...(values ? { values: [...values] } : {}), ...(name ? { name } : {}) })).rows;
  };
  const session: Session = {
    query: (sql, values) => send(sql, values, reads && values ? preparedName(client, sql) : undefined),
    script: async (sql) => void (await client.query(sql)),
  };
  let result: T;
  try {
    // Not awaited one by one: a failure among them aborts the transaction, and what follows fails in it.
    const opened = Promise.all(
      ['BEGIN', ...opening].map((statement) =>
        typeof statement === 'string' ? send(statement) : session.query(statement.sql, statement.values),
      ),
    );
    [, result] = await settled(opened, work(session));
    if (!reads) await send('COMMIT');
  } catch (error) {
    await rollBack(client);
    throw translate(error);
  }
  // What was read is there already; the connection goes back when its transaction has ended.
  if (reads) {
    send('COMMIT').then(
      () => client.release(),
      () => rollBack(client),
    );
  } else client.release();
  return result;
}

/** Gives a connection back, or up if it can't even do that. */
const rollBack = (client: pg.PoolClient): Promise<void> =>
  client.query('ROLLBACK').then(
    () => client.release(),
    (error: Error) => client.release(error),
  );

/** Statements that a connection keeps prepared: filters make for endless others. */
const MOST_PREPARED = 200;
const prepared = new WeakMap<pg.PoolClient, Map<string, string>>();

/** The name under which a connection has a statement prepared; undefined when it has enough of them. */
function preparedName(client: pg.PoolClient, sql: string): string | undefined {
  const names = prepared.get(client) ?? new Map<string, string>();
  prepared.set(client, names);
  const known = names.get(sql);
  if (known || names.size >= MOST_PREPARED) return known;
  const name = `gw_${names.size}`;
  names.set(sql, name);
  return name;
}

/**
 * Lets the statements of one turn of the event loop leave in one system call. Each in a call of its own, they were a
 * third of the time that ingestion took.
 */
function coalesce(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Both results, or the first error once both have ended: a connection is not given back while it still works. */
async function settled<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}
