import type { Duplex } from 'node:stream';
import { AuthTypes, Connector, IpAddressTypes } from '@google-cloud/cloud-sql-connector';
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
  const connector = config.kind === 'cloud-sql' ? new Connector() : undefined;
  const pool = new pg.Pool({
    ...(await address(config, connector)),
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
    transaction: (opening, work) => transaction(pool, opening, work),
    async close() {
      await pool.end();
      connector?.close();
    },
  };
}

async function address(config: PostgresConfig, connector: Connector | undefined): Promise<pg.PoolConfig> {
  if (config.kind === 'url') return { connectionString: config.url };
  const options = await connector?.getOptions({
    instanceConnectionName: config.instance,
    ipType: IpAddressTypes[config.ipType],
    authType: AuthTypes.IAM,
  });
  return { ...options, user: config.user, database: config.name };
}

async function transaction<T>(pool: pg.Pool, opening: readonly Statement[], work: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translate(error);
  });
  let broken: Error | undefined;
  try {
    const { stream } = client.connection;
    const session: Session = {
      query: async (sql, values) => {
        coalesce(stream);
        return (await client.query(sql, values && [...values])).rows;
      },
      script: async (sql) => void (await client.query(sql)),
    };
    // Not awaited one by one: a failure among them aborts the transaction, and what follows fails in it.
    const opened = Promise.all(
      ['BEGIN', ...opening].map((statement) =>
        typeof statement === 'string' ? session.query(statement) : session.query(statement.sql, statement.values),
      ),
    );
    const [, result] = await settled(opened, work(session));
    await session.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw translate(error);
  } finally {
    client.release(broken);
  }
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
