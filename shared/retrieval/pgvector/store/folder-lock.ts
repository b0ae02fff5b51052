import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../../config.ts';

const POLL_MS = 100;

/**
 * Makes this process the only one that has a folder open, and returns what ends that. The mark is a socket that this
 * process listens on: it is gone with the process, however that ends, where a file with a process id stays behind.
 * Waits for a process that is about to end; throws ConfigError when the folder is still in use after `patienceMs`.
 */
export async function lockFolder(path: string, patienceMs = 5_000): Promise<() => Promise<void>> {
  mkdirSync(path, { recursive: true });
  const socket = socketOf(path);
  for (const start = performance.now(); ; await sleep(POLL_MS)) {
    const server = await listen(socket);
    if (server) return () => new Promise((resolve) => server.close(() => resolve()));
    if (!(await isAnswered(socket))) rmSync(socket, { force: true });
    else if (performance.now() - start > patienceMs) {
      throw new ConfigError(`GROUNDWIRE_DATA: ${path} is open in another process. Stop that one, or name another folder.`);
    }
  }
}

/** Not in the folder itself, for a socket's path has room for about a hundred bytes. */
const socketOf = (path: string): string =>
  join(tmpdir(), `groundwire-${createHash('sha256').update(realpathSync(path)).digest('hex').slice(0, 16)}.sock`);

/** The listening server, undefined when the address is taken. */
const listen = (socket: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((peer) => peer.destroy());
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(socket, () => resolve(server.unref()));
  });

const isAnswered = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const peer = connect(socket, () => {
      peer.destroy();
      resolve(true);
    });
    peer.once('error', () => resolve(false));
  });
