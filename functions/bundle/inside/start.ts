import { z } from 'zod';
import { ConfigError, parseConfig } from '../../../shared/config.ts';
import { createLog } from '../../../shared/log.ts';
import { createFrontServer, drain, listen } from '../../http/server.ts';
import { listenerOf, registerWithInstalled } from './framework.ts';

/**
 * Starts a bundled function. Where its file is what the process runs, it serves on PORT, and on SIGTERM lets what is under way
 * end; otherwise the functions framework has loaded the file and serves. A bad setting ends the process with one line.
 */
export async function startFunction(name: string, isMain: boolean, register: () => Promise<unknown>): Promise<void> {
  // Code that is generated for a schema pays off by its hundredth use; the configuration's is used once.
  z.config({ jitless: true });
  try {
    if (isMain) await serve(name, register);
    else {
      registerWithInstalled();
      await register();
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function serve(name: string, register: () => Promise<unknown>): Promise<void> {
  const { logLevel, port, requestMaxBytes } = parseConfig();
  await register();
  const server = createFrontServer({ '*': await listenerOf(name) }, requestMaxBytes);
  const log = createLog(logLevel);
  log.write('INFO', 'listening', { function: name, port: await listen(server, port) });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      log.write('INFO', 'stopping', { function: name, signal });
      await drain(server);
      process.exit();
    });
  }
}
