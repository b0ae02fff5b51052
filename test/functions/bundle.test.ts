import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundle } from '../../functions/bundle/bundle.ts';
import { makeToken } from '../../functions/local/token.ts';
import { searchReply } from '../../functions/search/schemas.ts';
import { type FakeGemini, startFakeGemini } from '../fakes/gemini.ts';
import { type FakePostgres, startFakePostgres } from '../fakes/postgres.ts';
import { type FakeStorage, startFakeStorage } from '../fakes/storage.ts';
import { pdfFile } from '../shared/documents/parse/pdf-file.ts';
import { type Environment, freePort, type Running, run, urlOf } from '../support/bundles.ts';

/** On a busy machine a process takes its time. */
const PATIENT = { interval: 5, timeout: 20_000 };
const BUNDLING_MS = 180_000;
const SECRET = 'the secret of this test run, long enough';
/** Shift_JIS of ポンプの損傷, in a font whose codes only the character maps explain. */
const DAMAGED_PUMP = '837c8393837682cc91b98f9d';

describe('bundles', () => {
  let folder: string;
  let search: Metafile;
  let gemini: FakeGemini;
  let storage: FakeStorage;
  let postgres: FakePostgres;
  let env: Environment;
  const started: Running[] = [];
  const file = (name: string) => join(folder, name, 'index.js');
  const start = (args: readonly string[], more: Environment = {}) => {
    const running = run(args, { ...env, ...more });
    started.push(running);
    return running;
  };
  const ask = async (url: string, query: string) =>
    fetch(`${url}/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await makeToken(SECRET, 'acme')}` },
      body: JSON.stringify({ query }),
    });
  const found = async (url: string, query: string) => {
    const response = await ask(url, query);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.not.stringContaining('degraded')]);
    return searchReply.parse(JSON.parse(text)).passages.map(({ text: passage }) => passage);
  };
  const stop = async (running: Running) => {
    running.child.kill('SIGTERM');
    return running.ended;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groundwire-bundles-'));
    const into = (name: string) => bundle(name, dirname(file(name)));
    [gemini, storage, postgres, search] = await Promise.all([
      startFakeGemini(),
      startFakeStorage(),
      startFakePostgres(),
      into('search'),
      into('ingest'),
      into('migrate'),
    ]);
    env = {
      PORT: '0',
      EMBEDDER: 'gemini',
      GEMINI_API_KEY: 'fake',
      GOOGLE_GEMINI_BASE_URL: gemini.url,
      STORAGE_EMULATOR_HOST: storage.url,
      GROUNDWIRE_BUCKET: 'gs://docs',
      DATABASE_URL: postgres.url,
      DATABASE_POOL_MAX: '1',
      LOCAL_JWT_SECRET: SECRET,
      EMBED_QUERY_TIMEOUT_MS: '20000',
    };
  }, BUNDLING_MS);
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all([gemini.close(), storage.close(), postgres.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('bring their schema, read what an event names in processes of their own, and find it', { timeout: BUNDLING_MS }, async () => {
    const migrate = start([file('migrate')]);
    expect([await migrate.ended, migrate.output()]).toEqual([0, expect.stringContaining('0001-tables.sql')]);

    const ingest = start([file('ingest')]);
    const url = await urlOf(ingest);
    storage.put('docs/acme/page.html', '<title>Pump</title><h1>Pump</h1><p>The pump needs oil.</p>');
    storage.put('docs/acme/damage.pdf', pdfFile([[{ x: 72, y: 700, text: DAMAGED_PUMP }]], { isJapanese: true }));
    for (const { kind, data } of storage.events) {
      const event = {
        'content-type': 'application/json',
        'ce-specversion': '1.0',
        'ce-id': '1',
        'ce-source': '//storage.googleapis.com/projects/_/buckets/docs',
        'ce-type': `google.cloud.storage.object.v1.${kind}`,
      };
      expect((await fetch(url, { method: 'POST', headers: event, body: JSON.stringify(data) })).status).toBe(204);
    }
    expect(await stop(ingest)).toBe(0);

    const searching = start([file('search')]);
    const searchUrl = await urlOf(searching);
    expect(await found(searchUrl, 'which pump needs oil')).toContain('The pump needs oil.');
    expect(await found(searchUrl, 'ポンプの損傷')).toContain('ポンプの損傷');
    expect(await (await fetch(`${searchUrl}/healthz`)).json()).toEqual({ status: 'success' });
    expect(await stop(searching)).toBe(0);
  });

  it('answer what is under way when they are told to stop, and take nothing more', async () => {
    const running = start([file('search')]);
    const url = await urlOf(running);
    await found(url, 'which pump');
    gemini.delay(500);
    const calls = gemini.calls();
    const underWay = ask(url, 'who needs oil');
    await expect.poll(() => gemini.calls(), PATIENT).toBe(calls + 1);
    running.child.kill('SIGTERM');
    await expect.poll(() => running.output(), PATIENT).toContain('"message":"stopping"');
    await expect(ask(url, 'who needs oil')).rejects.toThrow('fetch failed');
    expect((await underWay).status).toBe(200);
    expect(await running.ended).toBe(0);
    gemini.delay(0);
  });

  it('run in the functions framework that is installed beside them', async () => {
    symlinkSync(resolve('node_modules'), join(folder, 'search', 'node_modules'));
    const framework = resolve('node_modules/@google-cloud/functions-framework/build/src/main.js');
    const PORT = await freePort();
    const running = start([framework, '--target=search', `--source=${dirname(file('search'))}`], { PORT, RATE_LIMIT_PER_MINUTE: '1' });
    await expect.poll(() => running.output(), PATIENT).toContain(`URL: http://localhost:${PORT}/`);
    const url = `http://127.0.0.1:${PORT}`;
    expect(await found(url, 'which pump needs oil')).toContain('The pump needs oil.');
    expect((await ask(url, 'which pump')).status).toBe(429);
    running.child.kill('SIGKILL');
  });

  it.each([
    ['search', { EMBEDDER: 'local' }, 'EMBEDDER: local is for local runs'],
    ['ingest', { DATABASE_URL: '' }, 'DATABASE_URL: is needed, or CLOUD_SQL_INSTANCE'],
    ['search', { SEARCH_TIMEOUT_MS: 'soon' }, 'SEARCH_TIMEOUT_MS: must be a whole number'],
    ['migrate', { DATABASE_URL: '' }, 'DATABASE_URL: is needed, or CLOUD_SQL_INSTANCE'],
  ])('end with one line: %s with %j', async (name, more, line) => {
    const running = start([file(name)], { ...more, LOG_LEVEL: 'ERROR' });
    expect(await running.ended).toBe(1);
    expect(running.output().trim()).toMatch(new RegExp(`^${line}.*$`));
  });

  it('hold nothing that they do not use', () => {
    const inputs = Object.values(search.outputs).flatMap((output) => Object.keys(output.inputs));
    const outside =
      /@google-cloud\/(aiplatform|discoveryengine|storage)|@electric-sql|@energetic-ai|piscina|pdfjs|unpdf|mammoth|mdast-util-from|parse5|eld\/|\/parse\/(pdf|html)\//;
    expect(inputs.filter((input) => outside.test(input))).toEqual([]);
  });

  it('load of what they hold only what a search uses', async () => {
    const coverage = join(folder, 'coverage');
    const running = start([file('search')], { NODE_V8_COVERAGE: coverage });
    await found(await urlOf(running), 'which pump needs oil');
    await stop(running);
    const loaded = new Set(readdirSync(coverage).flatMap((name) => filesOf(readFileSync(join(coverage, name), 'utf8'))));
    const packages = Object.entries(search.outputs)
      .filter(([output]) => loaded.has(basename(output)))
      .flatMap(([, { inputs }]) => Object.keys(inputs).flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []));
    expect(packages).toEqual(expect.arrayContaining(['@google/genai', 'pg', 'jose', 'zod']));
    for (const absent of ['express', '@google-cloud/cloud-sql-connector', 'rate-limiter-flexible', '@grpc/grpc-js']) {
      expect(packages).not.toContain(absent);
    }
  });
});

const report = z.object({ result: z.array(z.object({ url: z.string() })) });

/** Names of the files that a report of V8's coverage is about. */
const filesOf = (text: string): readonly string[] =>
  report.parse(JSON.parse(text)).result.flatMap(({ url }) => (url.startsWith('file:') ? basename(fileURLToPath(url)) : []));
