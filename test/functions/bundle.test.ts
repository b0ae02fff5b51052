import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundle } from '../../functions/bundle/bundle.ts';
import { makeToken } from '../../functions/local/token.ts';
import { searchReply } from '../../functions/search/schemas.ts';
import { type FakeGemini, startFakeGemini } from '../fakes/gemini.ts';
import { type FakePostgres, startFakePostgres } from '../fakes/postgres.ts';
import { type FakeRank, startFakeRank } from '../fakes/rank.ts';
import { type FakeStorage, startFakeStorage } from '../fakes/storage.ts';
import { pdfFile } from '../shared/documents/parse/pdf-file.ts';
import { type Environment, freePort, type Running, run, urlOf } from '../support/bundles.ts';
import { install } from '../support/installed.ts';
import { connectMcp } from '../support/mcp.ts';

/** On a busy machine a process takes its time. */
const PATIENT = { interval: 5, timeout: 20_000 };
const BUNDLING_MS = 180_000;
const SECRET = 'the secret of this test run, long enough';
/** Shift_JIS of ポンプの損傷, in a font whose codes only the character maps explain. */
const DAMAGED_PUMP = '837c8393837682cc91b98f9d';

const MANAGED = { RETRIEVAL_BACKEND: 'vertex-rag', GOOGLE_CLOUD_PROJECT: 'p', RAG_INDEX_BUCKET: 'gs://i', GROUNDWIRE_BUCKET: 'gs://b' };

describe('bundles', () => {
  let folder: string;
  let search: Metafile;
  let gemini: FakeGemini;
  let storage: FakeStorage;
  let postgres: FakePostgres;
  let rank: FakeRank;
  let env: Environment;
  const started: Running[] = [];
  const file = (name: string) => join(folder, name, 'index.js');
  const start = (args: readonly string[], more: Environment = {}, cwd?: string) => {
    const running = run(args, { ...env, ...more }, cwd);
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
  /** Delivers an event of an object, as Eventarc does. */
  const deliver = async (url: string, { kind, data }: FakeStorage['events'][number]) => {
    const event = {
      'content-type': 'application/json',
      'ce-specversion': '1.0',
      'ce-id': '1',
      'ce-source': '//storage.googleapis.com/projects/_/buckets/docs',
      'ce-type': `google.cloud.storage.object.v1.${kind}`,
    };
    return (await fetch(url, { method: 'POST', headers: event, body: JSON.stringify(data) })).status;
  };
  const newest = () => {
    const event = storage.events.at(-1);
    if (!event) throw new Error('nothing was put');
    return event;
  };
  const stop = async (running: Running) => {
    running.child.kill('SIGTERM');
    return running.ended;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groundwire-bundles-'));
    const into = (name: string) => bundle(name, dirname(file(name)));
    [gemini, storage, postgres, rank, search] = await Promise.all([
      startFakeGemini(),
      startFakeStorage(),
      startFakePostgres(),
      startFakeRank(),
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
    await Promise.all([gemini.close(), storage.close(), postgres.close(), rank.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('bring their schema, read what an event names in processes of their own, and find it', { timeout: BUNDLING_MS }, async () => {
    const migrate = start([file('migrate')]);
    expect([await migrate.ended, migrate.output()]).toEqual([0, expect.stringContaining('0001-tables.sql')]);

    const ingest = start([file('ingest')]);
    const url = await urlOf(ingest);
    storage.put('docs/acme/page.html', '<title>Pump</title><h1>Pump</h1><p>The pump needs oil.</p>');
    storage.put('docs/acme/damage.pdf', pdfFile([[{ x: 72, y: 700, text: DAMAGED_PUMP }]], { isJapanese: true }));
    for (const event of storage.events) expect(await deliver(url, event)).toBe(204);
    for (const probe of ['readyz', 'startupz']) expect(await (await fetch(`${url}/${probe}`)).json()).toEqual({ status: 'success' });
    expect(await stop(ingest)).toBe(0);

    const searching = start([file('search')]);
    const searchUrl = await urlOf(searching);
    expect(await found(searchUrl, 'which pump needs oil')).toContain('The pump needs oil.');
    expect(await found(searchUrl, 'ポンプの損傷')).toContain('ポンプの損傷');
    const mcp = await connectMcp(searchUrl, await makeToken(SECRET, 'acme'));
    expect(mcp.tools).toEqual(['search_docs', 'open_passage']);
    expect((await mcp.use('search_docs', { query: 'which pump needs oil' })).text).toContain('The pump needs oil.');
    for (const probe of ['healthz', 'readyz']) expect(await (await fetch(`${searchUrl}/${probe}`)).json()).toEqual({ status: 'success' });
    expect(await stop(searching)).toBe(0);
  });

  it('answer what is under way when they are told to stop, and take nothing more', async () => {
    const running = start([file('search')]);
    const url = await urlOf(running);
    await found(url, 'which pump');
    gemini.delay(2_000);
    const calls = gemini.calls();
    const underWay = ask(url, 'who needs oil');
    await expect.poll(() => gemini.calls(), PATIENT).toBe(calls + 1);
    running.child.kill('SIGTERM');
    await expect.poll(() => fetch(`${url}/healthz`).then(() => 'answered', String), PATIENT).toContain('fetch failed');
    expect((await underWay).status).toBe(200);
    expect(await running.ended).toBe(0);
    expect(running.output()).toMatch(/"message":"stopped".*"cut_off":0/);
    gemini.delay(0);
  });

  it.each([
    ['ends an event that is under way', {}, 500, 204, 0],
    ['has one delivered again that would take too long', { DRAIN_TIMEOUT_MS: '200' }, 10_000, 503, 1],
  ])('told to stop, ingest %s', async (_, more, modelMs, status, cutOff) => {
    const running = start([file('ingest')], more);
    const url = await urlOf(running);
    storage.put('docs/acme/late.md', `# Late\n\nThe model takes ${modelMs} ms.\n`);
    gemini.delay(modelMs);
    const calls = gemini.calls();
    const delivered = deliver(url, newest());
    await expect.poll(() => gemini.calls(), PATIENT).toBe(calls + 1);
    running.child.kill('SIGTERM');
    expect(await delivered).toBe(status);
    expect(await running.ended).toBe(0);
    expect(running.output()).toContain(`"cut_off":${cutOff}`);
    gemini.delay(0);
  });

  it('run in the functions framework, in their folder alone and with what their package.json names', async () => {
    const PORT = await freePort();
    const url = `http://127.0.0.1:${PORT}`;
    const startFramework = async (name: string, more: Environment) => {
      const cwd = dirname(file(name));
      const installed = install(cwd);
      const main = join(cwd, 'node_modules/@google-cloud/functions-framework/build/src/main.js');
      const running = start([main, `--target=${name}`], { PORT, ...more }, cwd);
      await expect.poll(() => running.output(), PATIENT).toContain(`URL: http://localhost:${PORT}/`);
      return { installed, end: () => running.child.kill('SIGKILL') && running.ended };
    };
    const ranked = { RERANKER: 'vertex', GOOGLE_CLOUD_PROJECT: 'p', RANK_API_ENDPOINT: rank.address };
    const searching = await startFramework('search', { RATE_LIMIT_PER_MINUTE: '1', RERANK_TIMEOUT_MS: '9000', ...ranked });
    expect(searching.installed).toContain('node_modules/@google-cloud/discoveryengine');
    expect(searching.installed).not.toContain('node_modules/@google-cloud/aiplatform');
    expect(await found(url, 'which pump needs oil')).toContain('The pump needs oil.');
    expect((await ask(url, 'which pump')).status).toBe(429);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await searching.end();

    const ingesting = await startFramework('ingest', {});
    expect(ingesting.installed).not.toContain('node_modules/@google-cloud/discoveryengine');
    storage.put('docs/acme/framework.md', '# Framework\n\nThe framework reads events.\n');
    expect(await deliver(url, newest())).toBe(204);
    await ingesting.end();
  });

  it('name our own lines in the stacks that they log', async () => {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'search', 'package.json'), 'utf8'));
    const [, ...args] = String(scripts.start).split(' ');
    const fields = ['SFATAL', 'C3D000', 'Mthere is no such database', ''].map((field) => `${field}\0`).join('');
    const reply = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(fields)]);
    reply.writeInt32BE(reply.length - 1, 1);
    const refusing = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(reply)));
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const address = refusing.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const running = start(args, { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/nothing` }, dirname(file('search')));
    await expect
      .poll(() => running.output(), PATIENT)
      .toMatch(/no such database.*\/shared\/retrieval\/pgvector\/store\/postgres\.ts:\d+:\d+/);
    expect((await fetch(`${await urlOf(running)}/readyz`)).status).toBe(503);
    await stop(running);
    refusing.close();
    for (const map of readdirSync(join(folder, 'search')).filter((name) => name.endsWith('.map'))) {
      expect(JSON.parse(readFileSync(join(folder, 'search', map), 'utf8'))).not.toHaveProperty('sourcesContent');
    }
  });

  it.each([
    ['search', { EMBEDDER: 'local' }, 'EMBEDDER: local is for local runs'],
    ['ingest', { DATABASE_URL: '' }, 'DATABASE_URL: is needed, or CLOUD_SQL_INSTANCE'],
    ['search', { SEARCH_TIMEOUT_MS: 'soon' }, 'SEARCH_TIMEOUT_MS: must be a whole number'],
    ['search', MANAGED, 'RETRIEVAL_BACKEND: vertex-rag is not in this bundle'],
    ['migrate', { DATABASE_URL: '' }, 'DATABASE_URL: is needed, or CLOUD_SQL_INSTANCE'],
  ])('end with one line: %s with %j', async (name, more, line) => {
    const running = start([file(name)], { ...more, LOG_LEVEL: 'ERROR' });
    expect(await running.ended).toBe(1);
    expect(running.output().trim()).toMatch(new RegExp(`^${line}.*$`));
  });

  it('hold nothing that they do not use', () => {
    const outside =
      /vertex-rag\/(?!open\.ts)|@google-cloud\/(aiplatform|discoveryengine|storage|functions-framework)|@electric-sql|@energetic-ai|piscina|pdfjs|unpdf|mammoth|mdast-util-from|parse5|eld\/|\/parse\/(pdf|html)\/|jschardet|iconv-lite|@grpc|protobufjs|express\//;
    expect(inputsOf(search).filter((input) => outside.test(input))).toEqual([]);
    expect(externalsOf(search)).toEqual(['@google-cloud/discoveryengine', '@grpc/grpc-js']);
  });

  it('hold one backend, and say so to a setting that asks for the other', async () => {
    const managed = await bundle('search', dirname(file('managed')), 'vertex-rag');
    const ours = /pgvector\/(?!open\.ts)|cloud-sql-connector|node_modules\/pg/;
    expect(inputsOf(managed).filter((input) => ours.test(input))).toEqual([]);
    expect(externalsOf(managed)).toEqual(['@google-cloud/aiplatform', '@google-cloud/discoveryengine', '@grpc/grpc-js']);
    const running = start([file('managed')], { RETRIEVAL_BACKEND: 'pgvector' });
    expect(await running.ended).toBe(1);
    expect(running.output().trim()).toBe('RETRIEVAL_BACKEND: pgvector is not in this bundle, which was made with --backend vertex-rag');
    const both = await bundle('search', dirname(file('both')), 'all');
    expect(externalsOf(both)).toContain('@google-cloud/aiplatform');
    expect(inputsOf(both)).toEqual(expect.arrayContaining(['shared/retrieval/pgvector/backend.ts']));
  });

  it('are not made of a name, or for a backend, that makes no sense', async () => {
    await expect(bundle('nothing', dirname(file('nothing')))).rejects.toThrow('there is no nothing to bundle');
    await expect(bundle('migrate', dirname(file('nothing')), 'vertex-rag')).rejects.toThrow('migrate has nothing to do for vertex-rag');
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
    for (const absent of [
      'express',
      '@google-cloud/cloud-sql-connector',
      'rate-limiter-flexible',
      '@grpc/grpc-js',
      '@modelcontextprotocol/sdk',
      'ajv',
    ]) {
      expect(packages).not.toContain(absent);
    }
  });
});

const inputsOf = ({ outputs }: Metafile): readonly string[] =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
  );

/** Packages that it leaves to be installed. */
const externalsOf = ({ outputs }: Metafile): readonly string[] => {
  const paths = Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  return [...new Set(paths.flatMap((path) => /^@(google-cloud|grpc)\/[^/]+/.exec(path)?.[0] ?? []))].sort();
};

const report = z.object({ result: z.array(z.object({ url: z.string() })) });

/** Names of the files that a report of V8's coverage is about. */
const filesOf = (text: string): readonly string[] =>
  report.parse(JSON.parse(text)).result.flatMap(({ url }) => (url.startsWith('file:') ? basename(fileURLToPath(url)) : []));
