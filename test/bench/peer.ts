import { existsSync } from 'node:fs';
import pg from 'pg';
import { z } from 'zod';
import { DIMENSIONS } from './corpus/embedder.ts';
import { type Engine, POOL } from './engine.ts';
import { type Part, ROWS } from './load/parts.ts';
import { K, type Method, type Scope } from './method.ts';

/** What a file of test/bench/peers exports. */
export interface Peer {
  open(given: {
    readonly url: string;
    /** Connections that it may have. */
    readonly max: number;
    /** For a store that takes one; and for loading: rows are copied in by SQL, into the tables that the store itself made. */
    readonly pool: pg.Pool;
    readonly dimensions: number;
    /** A query for the corpus: tenant, document_id, ordinal, content, slice, embedding. */
    readonly rows: string;
  }): Promise<PeerStore>;
}

/** Another vector store, with the corpus in it. */
export interface PeerStore {
  readonly table: string;
  /** Fills it, and builds the indexes that its documentation says to build. */
  load(): Promise<void>;
  search(vector: readonly number[], k: number, filter: Scope): Promise<readonly string[]>;
  close(): Promise<void>;
}

const FOLDER = new URL('./peers/', import.meta.url);
export const PEERS = [
  { name: 'LangChain.js PGVectorStore', file: 'langchain.ts' },
  { name: 'Mastra PgVector', file: 'mastra.ts' },
  { name: 'LlamaIndex.TS PGVectorStore', file: 'llamaindex.ts' },
] as const;

/** What to do to have them measured; undefined when that is done. */
export const missingPeers = (): string | undefined =>
  existsSync(new URL('node_modules/', FOLDER)) ? undefined : 'The other stores are not installed: npm ci --prefix test/bench/peers';

const peerModule = z.object({ openPeer: z.custom<Peer['open']>((value) => typeof value === 'function') });

export interface OpenPeer {
  readonly part: Part;
  readonly method: Method;
  close(): Promise<void>;
}

/** Opens a peer on a server's database. Their packages are no dependencies of this project, so the file is found when it runs. */
export async function openPeer(engine: Engine, { name, file }: (typeof PEERS)[number]): Promise<OpenPeer> {
  if (engine.url === undefined) throw new TypeError(`${name} needs a server`);
  const { openPeer: open } = peerModule.parse(await import(new URL(file, FOLDER).href));
  // LlamaIndex.TS listens to the pool once more at each query, and after a connection was given up for being idle it takes
  // one and never gives it back.
  const pool = new pg.Pool({ connectionString: engine.url, max: POOL, idleTimeoutMillis: 0 });
  pool.setMaxListeners(0);
  const store = await open({ url: engine.url, max: POOL, pool, dimensions: DIMENSIONS, rows: ROWS });
  return {
    part: {
      name,
      async load() {
        await store.load();
        await engine.query(`VACUUM ANALYZE ${store.table}`);
        const [row] = await engine.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${store.table}`);
        return `${row?.rows} rows`;
      },
    },
    method: {
      name: `${name}, vectors only`,
      group: 'peers',
      against: 'hybrid',
      dense: true,
      filters: true,
      search: ({ numbers }, scope) => store.search(numbers, K, scope),
    },
    async close() {
      await store.close();
      await pool.end();
    },
  };
}
