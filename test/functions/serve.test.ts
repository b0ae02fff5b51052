import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../functions/local/server.ts';
import { makeToken } from '../../functions/local/token.ts';
import { errorReply, passageReply, searchReply } from '../../functions/search/schemas.ts';
import { parseConfig } from '../../shared/config.ts';
import { createLog } from '../../shared/log.ts';
import { type CountingEmbedder, countingEmbedder } from '../fakes/embedder.ts';

const SECRET = 'the secret of this test run';

describe('the functions, served together', () => {
  let root: string;
  let server: LocalServer;
  let embedder: CountingEmbedder;
  const lines: string[] = [];
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'groundwire-serve-'));
    embedder = countingEmbedder();
    const config = parseConfig({
      PORT: '0',
      GROUNDWIRE_DATA: ':memory:',
      GROUNDWIRE_BUCKET: root,
      LOCAL_JWT_SECRET: SECRET,
      REQUEST_MAX_BYTES: '20000',
      GOOGLE_CLOUD_PROJECT: 'p',
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

  const entries = () => lines.map((line) => JSON.parse(line));
  const call = async (
    method: string,
    path: string,
    { token, body, headers }: { token?: string | undefined; body?: string | Uint8Array; headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : undefined };
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
  const write = (name: string, body: string) => {
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

  it('takes a document in and hands out its passages', async () => {
    expect((await put('acme/a.md', '# Guide\n\n## Pumps\n\nThe pump needs oil.\n', 1)).status).toBe(204);
    const found = await search({ query: 'which pump needs oil', top_k: 3 });
    expect(found.status).toBe(200);
    const { passages } = searchReply.parse(found.json);
    expect(passages).toEqual([
      {
        id: 'a.md:0',
        document_id: 'a.md',
        section: 'Guide > Pumps',
        text: 'The pump needs oil.',
        score: expect.any(Number),
        metadata: { language: 'en' },
        source: { title: 'Guide', uri: expect.stringMatching(/acme\/a\.md$/), updated_at: '2026-01-02T03:04:05.000Z' },
      },
    ]);
    const opened = await call('GET', `/passages/${encodeURIComponent('a.md:0')}`, { token: await makeToken(SECRET, 'acme') });
    expect(passageReply.parse(opened.json).passage.text).toBe('The pump needs oil.');
  });

  it('says what to do when it finds nothing', async () => {
    expect((await search({ query: 'anything' }, 'initech')).json).toMatchObject({
      status: 'success',
      passages: [],
      note: 'No matching documents. Say so rather than guessing.',
    });
  });

  it.each([
    ['no token', 401, 'UNAUTHENTICATED', {}],
    ['a token without a tenant', 403, 'NO_TENANT', { tenant: '' }],
    ['an empty query', 400, 'INVALID_QUERY', { tenant: 'acme', body: '{"query":" \\n\\u0000 "}' }],
    ['a query that is too long', 400, 'INVALID_QUERY', { tenant: 'acme', body: JSON.stringify({ query: 'x'.repeat(501) }) }],
    ['a query that is no text', 400, 'INVALID_QUERY', { tenant: 'acme', body: '{"query":5}' }],
    ['no query', 400, 'INVALID_QUERY', { tenant: 'acme', body: '{}' }],
    ['a limit out of range', 400, 'INVALID_ARGUMENT', { tenant: 'acme', body: '{"query":"x","top_k":51}' }],
    ['a limit that is no number', 400, 'INVALID_ARGUMENT', { tenant: 'acme', body: '{"query":"x","top_k":"6"}' }],
    ['a filter that is none', 400, 'INVALID_ARGUMENT', { tenant: 'acme', body: '{"query":"x","filter":{"a":{"near":1}}}' }],
    ['a day that is none', 400, 'INVALID_ARGUMENT', { tenant: 'acme', body: '{"query":"x","as_of":"2026-02-30"}' }],
    ['a body that is no object', 400, 'INVALID_ARGUMENT', { tenant: 'acme', body: '[]' }],
    ['a body that is no JSON', 400, 'INVALID_ARGUMENT', { tenant: 'acme', body: '{"query": ' }],
    ['no body', 400, 'INVALID_ARGUMENT', { tenant: 'acme', body: '' }],
    ['a body that is too large', 413, 'PAYLOAD_TOO_LARGE', { tenant: 'acme', body: JSON.stringify({ query: 'x'.repeat(20_000) }) }],
  ])('refuses %s', async (_, status, code, { tenant, body }: { tenant?: string; body?: string }) => {
    const token = tenant === undefined ? undefined : await makeToken(SECRET, tenant);
    for (const type of ['application/json', 'text/plain']) {
      const reply = await call('POST', '/search', { token, body: body ?? '{"query":"x"}', headers: { 'content-type': type } });
      expect([reply.status, reply.json.error_code]).toEqual([status, code]);
      expect(errorReply.parse(reply.json).request_id).toBe(reply.headers.get('x-request-id'));
    }
  });

  it('refuses a body of unknown length as soon as it is too large', async () => {
    const { port } = new URL(server.url);
    const reply = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write('POST /search HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
        for (let i = 0; i < 3; i++) socket.write(`2000\r\n${'x'.repeat(0x2000)}\r\n`);
      });
      socket.on('data', (data) => {
        resolve(String(data));
        socket.destroy();
      });
    });
    expect(reply).toMatch(/^HTTP\/1\.1 413 .*PAYLOAD_TOO_LARGE/s);
  });

  it('knows its routes', async () => {
    expect((await call('GET', '/healthz')).json).toEqual({ status: 'success' });
    expect((await call('GET', '/nothing')).json).toMatchObject({ error_code: 'NOT_FOUND' });
    expect((await call('GET', '/search')).json).toMatchObject({ error_code: 'INVALID_ARGUMENT', message: expect.stringMatching(/POST/) });
    expect((await call('GET', '/passages/%E0%A4%A', { token: await makeToken(SECRET, 'acme') })).json).toMatchObject({
      error_code: 'INVALID_ARGUMENT',
    });
    for (const id of ['', 'a.md', 'a.md:9', 'nothing.md:0', `${'x'.repeat(3_000)}:0`]) {
      expect((await call('GET', `/passages/${encodeURIComponent(id)}`, { token: await makeToken(SECRET, 'acme') })).status).toBe(404);
    }
  });

  it('describes itself to agents', async () => {
    const { json } = await call('GET', '/openapi.json');
    expect(json.openapi).toBe('3.1.0');
    expect(Object.keys(json.paths)).toEqual(expect.arrayContaining(['/search', '/passages/{id}', '/rerank']));
    const refs = [...JSON.stringify(json).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(refs.length).toBeGreaterThan(10);
    for (const name of refs) expect(json.components.schemas).toHaveProperty(name ?? '');
  });

  it('ranks passages, or says that nothing does', async () => {
    const body = JSON.stringify({ query: 'oil', passages: [{ id: 'a', text: 'Water.' }] });
    const { json } = await call('POST', '/rerank', { token: await makeToken(SECRET, 'acme'), body });
    expect(json).toEqual({ status: 'success', ranking: [{ id: 'a', score: 0 }], degraded: ['rerank'] });
    expect((await call('POST', '/rerank', { body })).status).toBe(401);
  });

  it('takes no tenant from anywhere but the token', async () => {
    await put('globex/secret.md', '# Secret\n\nThe vault code is bitcoin.\n', 1);
    const attempts = { tenant: 'globex', tenant_id: 'globex', filter: undefined, groups: ['hr'], caller: { tenant: 'globex' } };
    expect((await search({ query: 'vault code bitcoin', ...attempts })).text).not.toMatch(/bitcoin/);
    const token = await makeToken(SECRET, 'acme');
    const reply = await call('POST', '/search?tenant=globex&tenant_id=globex', {
      token,
      body: '{"query":"bitcoin"}',
      headers: { 'x-tenant': 'globex', 'x-serverless-authorization': `Bearer ${await makeToken(SECRET, 'globex')}` },
    });
    expect(reply.text).not.toMatch(/bitcoin/);
    expect((await call('GET', '/passages/secret.md%3A0', { token })).status).toBe(404);
  });

  it('logs one line a request that tells what was found, and no text, token or query', async () => {
    lines.length = 0;
    const token = await makeToken(SECRET, 'acme');
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await call('POST', '/search', {
      token,
      body: '{"query":"pump needs oil zanzibar"}',
      headers: { 'x-request-id': 'request-1234', traceparent },
    });
    expect(entries()).toEqual([
      expect.objectContaining({
        severity: 'INFO',
        message: 'request',
        request_id: 'request-1234',
        tenant: 'acme',
        path: '/search',
        status: 200,
        profile: 'local',
        arms: expect.objectContaining({
          lexical: expect.objectContaining({ candidates: 1 }),
          dense: { path: 'exact', candidates: 1, scanned: 1 },
        }),
        cache: { search: false, query_embedding: false },
        timings_ms: expect.objectContaining({ version: expect.any(Number), read: expect.any(Number) }),
        passages: [
          {
            id: 'a.md:0',
            arms: { lexical: expect.objectContaining({ rank: 1 }), dense: expect.objectContaining({ rank: 1 }) },
            fused: { rank: 1, score: 1 / (60 + 1) + 0.02 / (60 + 1), sum: '1/(60+1) + 0.02/(60+1)' },
          },
        ],
        'logging.googleapis.com/trace': 'projects/p/traces/0af7651916cd43dd8448eb211c80319c',
      }),
    ]);
    for (const secret of ['zanzibar', 'oil', token]) expect(lines.join()).not.toContain(secret);
  });

  it('does not let a request id into the log that could break it', async () => {
    const { headers } = await call('GET', '/healthz', { headers: { 'x-request-id': 'a"b<script>' } });
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('reconciles the bucket with what is stored, for a scheduler', async () => {
    mkdirSync(join(root, 'initech'), { recursive: true });
    writeFileSync(join(root, 'initech', 'plan.md'), '# Plan\n\nThe axolotl plan.\n');
    const reconcile = async (body: object) => (await call('POST', '/reconcile', { body: JSON.stringify(body) })).json;
    expect(await reconcile({ tenant: 'initech', dry_run: true })).toMatchObject({
      status: 'success',
      added: 1,
      updated: 0,
      removed: 0,
      withheld: 0,
    });
    expect((await search({ query: 'axolotl' }, 'initech')).json.passages).toEqual([]);
    expect(await reconcile({ tenant: 'initech' })).toMatchObject({ status: 'success', added: 1, failed: 0 });
    expect((await search({ query: 'axolotl' }, 'initech')).json.passages).toHaveLength(1);
    rmSync(join(root, 'initech', 'plan.md'));
    expect(await reconcile({ tenant: 'initech' })).toMatchObject({
      removed: 0,
      withheld: 1,
      tenants: [{ reason: expect.stringMatching(/lists nothing/) }],
    });
    expect(await reconcile({ tenant: 'initech', force: true })).toMatchObject({ removed: 1, withheld: 0 });
    expect((await search({ query: 'axolotl' }, 'initech')).json.passages).toEqual([]);
    for (const body of [{ tenant: 'No/Tenant' }, { dry_run: 'yes' }, { all: true }]) {
      expect(await reconcile(body)).toMatchObject({ status: 'error', error_code: 'INVALID_ARGUMENT' });
    }
  });

  describe('events', () => {
    it('acknowledges what can never be indexed, and says why in the log', async () => {
      lines.length = 0;
      writeFileSync(join(root, 'acme/noise.bin'), Buffer.from(Array.from({ length: 2_048 }, (_, i) => (i * 73) % 256)));
      expect((await event('finalized', { bucket: 'local', name: 'acme/noise.bin', generation: '1' })).status).toBe(204);
      expect(entries()).toContainEqual(
        expect.objectContaining({
          severity: 'WARNING',
          message: 'ingest',
          outcome: 'failed',
          code: 'UNSUPPORTED_TYPE',
          object: 'acme/noise.bin',
        }),
      );
    });

    it.each([
      ['an event of another kind', 'something', { bucket: 'local', name: 'acme/a.md', generation: '1' }],
      ['an event without a generation', 'finalized', { bucket: 'local', name: 'acme/a.md' }],
      ['an event of another bucket', 'finalized', { bucket: 'other', name: 'acme/a.md', generation: '1' }],
      ['an object that is gone', 'finalized', { bucket: 'local', name: 'acme/never.md', generation: '1' }],
      ['an object outside a tenant', 'finalized', { bucket: 'local', name: 'readme.md', generation: '1' }],
      ['an object of no tenant', 'deleted', { bucket: 'local', name: 'NOT A TENANT/a.md', generation: '1' }],
      ['a folder', 'finalized', { bucket: 'local', name: 'acme/folder/', generation: '1' }],
      ['a way out of the bucket', 'finalized', { bucket: 'local', name: 'acme/../../../etc/hostname', generation: '1' }],
    ])('acknowledges %s and goes on', async (_, kind, data) => {
      expect((await event(kind, data)).status).toBe(204);
    });

    it('asks for another delivery when the embedding model is not available', async () => {
      const { embedPassages } = embedder;
      const { Unavailable } = await import('../../shared/errors.ts');
      Object.assign(embedder, { embedPassages: async () => Promise.reject(new Unavailable('quota', { code: 'RATE_LIMITED' })) });
      write('acme/later.md', '# Later\n\nlater\n');
      const data = { bucket: 'local', name: 'acme/later.md', generation: '1' };
      const response = await fetch(`${server.url}/ingest`, {
        method: 'POST',
        body: JSON.stringify(data),
        headers: {
          'content-type': 'application/json',
          'ce-specversion': '1.0',
          'ce-id': '1',
          'ce-source': 's',
          'ce-type': 'google.cloud.storage.object.v1.finalized',
        },
      });
      expect(response.status).toBe(500);
      Object.assign(embedder, { embedPassages });
      expect((await event('finalized', data)).status).toBe(204);
      expect((await search({ query: 'later' })).json.passages[0]).toMatchObject({ document_id: 'later.md' });
    });

    it('an empty file, a huge one, and one of 20,000 headings each come to a clear end', async () => {
      lines.length = 0;
      expect((await put('acme/empty.md', '', 1)).status).toBe(204);
      expect((await put('acme/huge.md', `# Huge\n\n${'word '.repeat(6_000_000)}`, 1)).status).toBe(204);
      expect(
        (await put('acme/headings.md', Array.from({ length: 20_000 }, (_, i) => `## Heading ${i}\n\nText ${i}.\n`).join('\n'), 1)).status,
      ).toBe(204);
      const outcomes = entries().filter(({ message }) => message === 'ingest');
      expect(outcomes.map(({ outcome, code, chunks }) => [outcome, code, chunks])).toEqual([
        ['failed', 'EMPTY_DOCUMENT', 0],
        ['failed', 'TOO_LARGE', 0],
        ['indexed', undefined, 20_000],
      ]);
      expect(outcomes[1].reason).toMatch(/more than 10000000 bytes; DOCUMENT_MAX_BYTES is 10000000/);
      expect((await search({ query: 'heading 19999' })).json.passages[0].section).toBe('headings > Heading 19999');
    }, 120_000);

    it('keeps NUL and lone surrogates out of the way, in documents and in queries', async () => {
      expect((await put('acme/odd.md', '# O\u0000dd\n\nquetzal \u0000 \ud800 end\n', 1)).status).toBe(204);
      for (const query of ['quetzal\\u0000', '\\ud800 quetzal', 'que\\u0000tzal']) {
        expect((await search(`{"query":"${query}"}`)).json.passages[0]).toMatchObject({ document_id: 'odd.md' });
      }
    });
  });

  it('lets the requests under way end when it is closed', async () => {
    const other = mkdtempSync(join(tmpdir(), 'groundwire-drain-'));
    const slow = countingEmbedder();
    const { embedQuery } = slow;
    Object.assign(slow, {
      embedQuery: async (text: string, signal: AbortSignal) =>
        new Promise((resolve) => setTimeout(() => resolve(embedQuery(text, signal)), 300)),
    });
    const draining = await startServer(
      parseConfig({ PORT: '0', GROUNDWIRE_DATA: ':memory:', GROUNDWIRE_BUCKET: other, LOCAL_JWT_SECRET: SECRET }),
      createLog('CRITICAL', () => {}),
      slow,
    );
    const running = fetch(`${draining.url}/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await makeToken(SECRET, 'acme')}` },
      body: '{"query":"slow"}',
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await draining.close();
    expect((await running).status).toBe(200);
    rmSync(other, { recursive: true, force: true });
  });

  it('names the port that it can not have', async () => {
    const config = parseConfig({ PORT: new URL(server.url).port, GROUNDWIRE_DATA: ':memory:', GROUNDWIRE_BUCKET: root });
    await expect(
      startServer(
        config,
        createLog('CRITICAL', () => {}),
        countingEmbedder(),
      ),
    ).rejects.toThrow(/^PORT: \d+ can not be used/);
  });
});
