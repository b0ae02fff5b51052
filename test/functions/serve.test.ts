import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../functions/local/server.ts';
import { makeToken } from '../../functions/local/token.ts';
import { errorReply, passageReply, searchReply } from '../../functions/search/schemas.ts';
import { createLog } from '../../shared/log.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { inMemory, SECRET, servedFunctions } from '../support/served.ts';

describe('the functions, served together', () => {
  const served = servedFunctions();
  const { call, entries, lines, put, search } = served;

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

  it('says in plain words what a query may be', async () => {
    const messages = await Promise.all(['', 'x'.repeat(501)].map(async (query) => (await search({ query })).json.message));
    expect(messages).toEqual(['query: must not be empty', 'query: must be at most 500 characters long']);
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
    const { port } = new URL(served.url);
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
    for (const probe of ['/healthz', '/readyz', '/startupz']) expect((await call('GET', probe)).json).toEqual({ status: 'success' });
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
    expect(Object.keys(json.paths)).toEqual(
      expect.arrayContaining(['/search', '/passages/{id}', '/rerank', '/healthz', '/readyz', '/startupz']),
    );
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
        found: 1,
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

  it('logs how many passages were found, so that an alert can count the searches without any', async () => {
    lines.length = 0;
    await call('POST', '/search', { token: await makeToken(SECRET, 'nobody'), body: '{"query":"pump"}' });
    expect(entries()).toEqual([expect.objectContaining({ message: 'request', path: '/search', status: 200, found: 0 })]);
  });

  it('does not let a request id into the log that could break it', async () => {
    const { headers } = await call('GET', '/healthz', { headers: { 'x-request-id': 'a"b<script>' } });
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('reconciles the bucket with what is stored, for a scheduler', async () => {
    mkdirSync(join(served.root, 'initech'), { recursive: true });
    writeFileSync(join(served.root, 'initech', 'plan.md'), '# Plan\n\nThe axolotl plan.\n');
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
    rmSync(join(served.root, 'initech', 'plan.md'));
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

  it('lets the requests under way end when it is closed', async () => {
    const other = mkdtempSync(join(tmpdir(), 'groundwire-drain-'));
    const slow = countingEmbedder();
    const { embedQuery } = slow;
    Object.assign(slow, {
      embedQuery: async (text: string, signal: AbortSignal) =>
        new Promise((resolve) => setTimeout(() => resolve(embedQuery(text, signal)), 300)),
    });
    const draining = await startServer(
      await inMemory({ PORT: '0', GROUNDWIRE_BUCKET: other, LOCAL_JWT_SECRET: SECRET }),
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
    const config = await inMemory({ PORT: new URL(served.url).port, GROUNDWIRE_BUCKET: served.root });
    await expect(
      startServer(
        config,
        createLog('CRITICAL', () => {}),
        countingEmbedder(),
      ),
    ).rejects.toThrow(/^PORT: \d+ can not be used/);
  });
});
