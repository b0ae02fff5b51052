import { z } from 'zod';
import { ConfigError, parseConfig } from '../../../shared/config.ts';
import { createLog } from '../../../shared/log.ts';
import { closeOpened } from '../../at-start.ts';
import { createFrontServer } from '../../http/server.ts';
import { listenerOf, registerWithInstalled } from './framework.ts';

/**
 * Starts a bundled function. Where its file is what the process runs, it serves on PORT, and on SIGTERM lets what is under way
 * end and closes what it has opened; otherwise the functions framework has loaded the file and serves. A bad setting ends the process with one line.
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

/** What was on its way when Cloud Run stopped sending comes within this; and so long clients may take to be closed. */
const LINGER_MS = 500;
const CLOSING_MS = 500;

async function serve(name: string, register: () => Promise<unknown>): Promise<void> {
  const { logLevel, port, requestMaxBytes, drainTimeoutMs } = parseConfig();
  await register();
  const probes = await listenerOf('probes');
  const server = createFrontServer(
    { '*': (await listenerOf(name)) ?? missing(name), ...(probes ? { healthz: probes, readyz: probes, startupz: probes } : {}) },
    requestMaxBytes,
  );
  const log = createLog(logLevel);
  log.write('INFO', 'listening', { function: name, port: await server.listen(port) });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      const start = performance.now();
      log.write('INFO', 'stopping', { function: name, signal });
      const cutOff = await server.drain({ lingerMs: LINGER_MS, limitMs: drainTimeoutMs });
      await closeOpened(CLOSING_MS, log);
      log.write(cutOff > 0 ? 'WARNING' : 'INFO', 'stopped', { function: name, cut_off: cutOff, ms: Math.round(performance.now() - start) });
      process.exit();
    });
  }
}

function missing(name: string): never {
  throw new Error(`functions/${name}/main.ts registers no function ${name}`);
}
