import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Environment = Readonly<Record<string, string>>;

export interface Running {
  readonly child: ChildProcess;
  /** What it has written so far. */
  output(): string;
  /** Its exit status, once it has ended and all that it wrote is there. */
  readonly ended: Promise<number | null>;
}

/** A bundle's process, with nothing of this one's environment but where programs are. `args` are Node's; `cwd` is a folder. */
export function run(args: readonly string[], env: Environment, cwd?: string): Running {
  const child = spawn(process.execPath, [...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd ? { cwd } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  return { child, output: () => output, ended: once(child, 'close').then(([status]) => status) };
}

/** A port that is free now. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : '');
}

/** The address of a function that is being started, when it listens. Throws what it has written when it ends instead. */
export async function urlOf({ child, output }: Running): Promise<string> {
  for (;;) {
    const port = /"message":"listening".*"port":(\d+)/.exec(output())?.[1];
    if (port) return `http://127.0.0.1:${port}`;
    if (child.exitCode !== null) throw new Error(`it ended with status ${child.exitCode}: ${output()}`);
    await sleep(10);
  }
}
