import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type LocalServer, startServer } from '../../functions/local/server.ts';
import { makeToken } from '../../functions/local/token.ts';
import { type Config, parseConfig } from '../../shared/config.ts';
import { createLog } from '../../shared/log.ts';
import { type CountingEmbedder, countingEmbedder } from '../fakes/embedder.ts';
import { databaseImage } from './database-image.ts';

export const SECRET = 'the secret of this test run';

/** Every function on one port, over a folder as the bucket and a database in memory, from a file's first test to its last; and how to call it. */
export function servedFunctions(environment: Readonly<Record<string, string>> = {}) {
  let root: string;
  let server: LocalServer;
  const embedder: CountingEmbedder = countingEmbedder();
  const lines: string[] = [];
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'groundwire-serve-'));
    const config = await inMemory({
      PORT: '0',
      GROUNDWIRE_BUCKET: root,
      LOCAL_JWT_SECRET: SECRET,
      REQUEST_MAX_BYTES: '20000',
      GOOGLE_CLOUD_PROJECT: 'p',
      ...environment,
    });
    server = await startServer(
      config,
      createLog('DEBUG', (line) => lines.push(line)),
      embedder,
    );
  });
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });

  const { call, search, event } = callsTo(() => server.url);
  const entries = () => lines.map((line) => JSON.parse(line));
  const write = (name: string, body: string | Uint8Array) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), body);
  };
  const put = (name: string, body: string, generation: number, more: object = {}) => {
    write(name, body);
    return event('finalized', {
      bucket: 'local',
      name,
      generation: String(generation),
      metageneration: '1',
      updated: '2026-01-02T03:04:05Z',
      ...more,
    });
  };

  return {
    /** The folder that stands for the bucket. */
    get root() {
      return root;
    },
    get url() {
      return server.url;
    },
    embedder,
    /** What was logged, a line each; and the same parsed. */
    lines,
    entries,
    call,
    search,
    event,
    write,
    put,
  };
}

/** A configuration with a database in memory. */
export async function inMemory(environment: Readonly<Record<string, string>>): Promise<Config> {
  const config = parseConfig({ GROUNDWIRE_DATA: ':memory:', ...environment });
  const { database } = config;
  return database.kind === 'embedded' ? { ...config, database: { ...database, image: await databaseImage() } } : config;
}

/** How the functions of a server are called. */
export function callsTo(url: () => string) {
  const call = async (
    method: string,
    path: string,
    { token, body, headers }: { token?: string | undefined; body?: string | Uint8Array; headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(url() + path, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined,
    };
  };
  const search = async (body: object | string, tenant = 'acme', groups: string[] = []) =>
    call('POST', '/search', {
      token: await makeToken(SECRET, tenant, groups),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const event = (kind: string, data: object, headers: Record<string, string> = {}) =>
    call('POST', '/ingest', {
      body: JSON.stringify(data),
      headers: {
        'content-type': 'application/json',
        'ce-specversion': '1.0',
        'ce-id': '1',
        'ce-source': '//storage.googleapis.com/projects/_/buckets/local',
        'ce-type': `google.cloud.storage.object.v1.${kind}`,
        ...headers,
      },
    });
  return { call, search, event };
}
