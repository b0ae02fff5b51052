import { status } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { framed } from '../../functions/http/framed.ts';
import { createLimit } from '../../functions/http/limit.ts';
import { createFrontServer } from '../../functions/http/server.ts';
import { makeToken } from '../../functions/local/token.ts';
import { registerRerank } from '../../functions/rerank/register.ts';
import { rerankReply } from '../../functions/rerank/schemas.ts';
import { createAuthenticator } from '../../shared/caller.ts';
import { parseConfig } from '../../shared/config.ts';
import { createLog, type Log } from '../../shared/log.ts';
import { openRanker } from '../../shared/models/rank/open.ts';
import { type FakeRank, startFakeRank } from '../fakes/rank.ts';

const SECRET = 'the secret of this test run';
const QUERY = 'when is the gearbox calibrated';
const PASSAGES = [
  { id: 'a', text: 'Bananas are yellow.' },
  { id: 'b', text: 'It is calibrated every spring.', title: 'Gearbox' },
  { id: 'c', text: 'The invoice is due in 30 days.' },
];

interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** The rerank function alone, as it is deployed. */
async function serveRerank(env: Readonly<Record<string, string>>, log: Log): Promise<Served> {
  const config = parseConfig({ LOCAL_JWT_SECRET: SECRET, ...env });
  const ranker = await openRanker(config.ranker);
  const authenticate = createAuthenticator(config.trust);
  registerRerank({ ranker: async () => ranker, authenticate, limit: createLimit(0), log, project: 'p', timeoutMs: config.searchTimeoutMs });
  const server = createFrontServer({ '*': framed('rerank') }, config.requestMaxBytes);
  const port = await server.listen(0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await server.drain();
      await ranker?.close();
    },
  };
}

describe('POST /rerank', () => {
  const lines: string[] = [];
  const log = createLog('DEBUG', (line) => lines.push(line));
  let fake: FakeRank;
  let ranking: Served;
  let plain: Served;
  beforeAll(async () => {
    fake = await startFakeRank();
    // So patient that a busy machine sends nothing twice.
    const patient = { RERANK_HEDGE_MS: '8000', RERANK_TIMEOUT_MS: '9000' };
    ranking = await serveRerank({ RERANKER: 'vertex', GOOGLE_CLOUD_PROJECT: 'p', RANK_API_ENDPOINT: fake.address, ...patient }, log);
    plain = await serveRerank({}, log);
  });
  afterAll(async () => {
    await Promise.all([ranking.close(), plain.close()]);
    await fake.close();
  });
  afterEach(() => {
    lines.length = 0;
    fake.always(undefined);
  });

  const post = async (body: object | string, server = ranking, token?: string) => {
    const response = await fetch(`${server.url}/rerank`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token ?? (await makeToken(SECRET, 'acme'))}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, json: JSON.parse(await response.text()) };
  };
  const entries = () => lines.map((line) => JSON.parse(line));

  it('ranks the passages, every id once, best first', async () => {
    const { status: code, json } = await post({ query: QUERY, passages: PASSAGES });
    expect(code).toBe(200);
    expect(rerankReply.parse(json)).toEqual({
      status: 'success',
      ranking: [
        { id: 'b', score: 3 / 5 },
        { id: 'c', score: 2 / 5 },
        { id: 'a', score: 0.0001 },
      ],
    });
  });

  it('returns as many of the best as are asked for', async () => {
    const { json } = await post({ query: QUERY, passages: PASSAGES, top_n: 1 });
    expect(json.ranking).toEqual([{ id: 'b', score: 3 / 5 }]);
    expect((await post({ query: QUERY, passages: PASSAGES, top_n: 200 })).json.ranking).toHaveLength(PASSAGES.length);
  });

  it('takes 200 passages at once', async () => {
    const passages = Array.from({ length: 200 }, (_, i) => ({ id: `p${i}`, text: i === 150 ? 'the gearbox' : 'a pump' }));
    expect((await post({ query: QUERY, passages })).json.ranking[0].id).toBe('p150');
  });

  it.each([
    ['no passages', 'INVALID_ARGUMENT', { query: 'x', passages: [] }],
    ['too many', 'INVALID_ARGUMENT', { query: 'x', passages: Array.from({ length: 201 }, (_, i) => ({ id: String(i), text: 'x' })) }],
    ['an id that comes twice', 'INVALID_ARGUMENT', { query: 'x', passages: [PASSAGES[0], PASSAGES[0]] }],
    ['a passage without text', 'INVALID_ARGUMENT', { query: 'x', passages: [{ id: 'a' }] }],
    ['a passage without an id', 'INVALID_ARGUMENT', { query: 'x', passages: [{ text: 'x' }] }],
    ['an id that is no text', 'INVALID_ARGUMENT', { query: 'x', passages: [{ id: 1, text: 'x' }] }],
    ['none of the best', 'INVALID_ARGUMENT', { query: 'x', passages: PASSAGES, top_n: 0 }],
    ['a body that is no object', 'INVALID_ARGUMENT', '[]'],
    ['a body that is no JSON', 'INVALID_ARGUMENT', '{"query": '],
    ['an empty query', 'INVALID_QUERY', { query: ' \u0000\n', passages: PASSAGES }],
    ['a query that is too long', 'INVALID_QUERY', { query: 'x'.repeat(501), passages: PASSAGES }],
    ['no query', 'INVALID_QUERY', { passages: PASSAGES }],
  ])('refuses %s', async (_, code, body) => {
    const reply = await post(body);
    expect([reply.status, reply.json.error_code]).toEqual([400, code]);
  });

  it('answers nobody without a token', async () => {
    const reply = await post({ query: 'x', passages: PASSAGES }, ranking, 'none');
    expect([reply.status, reply.json.error_code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  const asGiven = {
    status: 'success',
    ranking: PASSAGES.map(({ id }) => ({ id, score: 0 })),
    degraded: ['rerank'],
  };

  it('leaves the order as it is, and says so, where no model is configured', async () => {
    expect(await post({ query: QUERY, passages: PASSAGES }, plain)).toEqual({ status: 200, json: asGiven });
    expect((await post({ query: QUERY, passages: PASSAGES, top_n: 1 }, plain)).json.ranking).toEqual([{ id: 'a', score: 0 }]);
  });

  it.each(['UNAVAILABLE', 'INTERNAL', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED'] as const)(
    'leaves the order as it is when the model is down (%s), with a warning',
    async (name) => {
      fake.always({ code: status[name] });
      expect(await post({ query: QUERY, passages: PASSAGES })).toEqual({ status: 200, json: asGiven });
      expect(entries()).toContainEqual(expect.objectContaining({ severity: 'WARNING', message: 'passages were left in the order given' }));
      expect(entries().filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    },
  );

  it.each(['PERMISSION_DENIED', 'NOT_FOUND', 'INVALID_ARGUMENT', 'UNAUTHENTICATED'] as const)(
    'leaves the order as it is when the model refuses (%s), with an error that an alert can match',
    async (name) => {
      fake.always({ code: status[name] });
      expect(await post({ query: QUERY, passages: PASSAGES })).toEqual({ status: 200, json: asGiven });
      expect(entries()).toContainEqual(
        expect.objectContaining({
          severity: 'ERROR',
          alert: 'refused',
          message: 'passages were left in the order given',
          model: 'semantic-ranker-default@latest',
          error: expect.objectContaining({ name: 'Refused' }),
        }),
      );
    },
  );

  it('logs one line that tells how many were ranked by what, and no text', async () => {
    await post({ query: QUERY, passages: PASSAGES });
    expect(entries()).toEqual([
      expect.objectContaining({
        severity: 'INFO',
        message: 'request',
        path: '/rerank',
        tenant: 'acme',
        status: 200,
        ranked: 3,
        model: 'semantic-ranker-default@latest',
        degraded: [],
      }),
    ]);
    for (const secret of ['gearbox', 'Bananas', 'Gearbox']) expect(lines.join()).not.toContain(secret);
  });

  it('describes itself to agents', async () => {
    const description = JSON.parse(await (await fetch(`${ranking.url}/openapi.json`)).text());
    expect(Object.keys(description.paths)).toEqual(['/rerank', '/healthz', '/readyz', '/startupz']);
    const refs = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(refs).toEqual(expect.arrayContaining(['RerankRequest', 'RerankReply', 'ErrorReply']));
    for (const name of refs) expect(description.components.schemas).toHaveProperty(name ?? '');
  });
});
