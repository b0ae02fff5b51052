import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** `npm run serve` over some files, for an example that is tried out. */
export interface Groundwire {
  readonly url: string;
  /** A token that this server accepts. */
  token(tenant: string, groups?: readonly string[]): string;
  stop(): Promise<void>;
}

const READY_MS = 60_000;

/** Serves and ingests these files, by their names in the bucket: `TENANT/DOCUMENT`. Node's own modules only. */
export async function startGroundwire(files: Readonly<Record<string, string>>): Promise<Groundwire> {
  const home = mkdtempSync(join(tmpdir(), 'groundwire-example-'));
  const secret = randomBytes(24).toString('hex');
  const bucket = join(home, 'bucket');
  for (const [name, body] of Object.entries(files)) {
    mkdirSync(dirname(join(bucket, name)), { recursive: true });
    writeFileSync(join(bucket, name), body);
  }
  const server = spawn(process.execPath, [resolve(import.meta.dirname, '../../functions/local/serve.ts')], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      GROUNDWIRE_BUCKET: bucket,
      GROUNDWIRE_DATA: ':memory:',
      LOCAL_JWT_SECRET: secret,
      LOG_LEVEL: 'ERROR',
    },
  });
  const stopped = new Promise<void>((done) => server.once('exit', () => done()));
  const stop = async () => {
    server.kill('SIGTERM');
    await stopped;
    rmSync(home, { recursive: true, force: true });
  };
  const url = await new Promise<string>((ready, failed) => {
    const timer = setTimeout(() => failed(new Error('Groundwire was not ready in time.')), READY_MS);
    server.once('exit', (code) => failed(new Error(`Groundwire ended with ${code}.`)));
    server.stdout.on('data', (data) => {
      const address = /ready (\S+)/.exec(String(data))?.[1];
      if (!address) return;
      clearTimeout(timer);
      ready(address);
    });
  });
  const reconciled = await fetch(`${url}/reconcile`, { method: 'POST', body: '{}' });
  if (!reconciled.ok) throw new Error(await reconciled.text());
  return { url, token: (tenant, groups = []) => tokenOf(secret, { tenant_id: tenant, groups }), stop };
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenOf(secret: string, claims: object): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'u', exp: Math.floor(Date.now() / 1_000) + 3_600, ...claims })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
