import { createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch';
import { vector } from '@electric-sql/pglite-pgvector';
import { databaseImage } from '../support/database-image.ts';

export interface FakePostgres {
  readonly url: string;
  close(): Promise<void>;
}

/** What a client sends to say that it goes. */
const TERMINATE = 'X'.charCodeAt(0);
/** A client that went without saying so, such as a process that was killed. */
const GONE: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * Postgres in this process (PGlite), for other processes that know it by address. It has one session, so connections are
 * served one after the other: a client with a pool needs DATABASE_POOL_MAX=1, and has to close it for the next.
 */
export async function startFakePostgres(): Promise<FakePostgres> {
  const db = await PGlite.create({ loadDataDir: await databaseImage(), extensions: { vector, pg_textsearch } });
  const sockets = new Set<Socket>();
  let before: Promise<void> = Promise.resolve();
  const server = createServer((socket) => {
    sockets.add(socket);
    before = before.then(() => serve(socket, db)).finally(() => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `postgres://postgres@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/postgres`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await before;
      await db.close();
    },
  };
}

/** Hands each message on to the engine and its answers back: PostgreSQL documentation, 54.7 "Message Formats". */
async function serve(socket: Socket, db: PGlite): Promise<void> {
  let rest = Buffer.alloc(0);
  let typeBytes = 0;
  try {
    for await (const chunk of socket) {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        if (rest.length < typeBytes + 4) break;
        const length = typeBytes + rest.readInt32BE(typeBytes);
        if (rest.length < length) break;
        const message = Uint8Array.from(rest.subarray(0, length));
        rest = rest.subarray(length);
        if (typeBytes > 0 && message[0] === TERMINATE) continue;
        // Only the first message, which opens the session, has no type.
        typeBytes = 1;
        await db.execProtocolRawStream(message, { onRawData: (data) => void socket.write(data) });
      }
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && GONE.has(error.code))) throw error;
  } finally {
    socket.destroy();
    await db.exec('ROLLBACK');
    await db.exec('DISCARD ALL');
  }
}
