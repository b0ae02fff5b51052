import { execFile } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { backfill } from '../../../functions/backfill/backfill.ts';
import { type LocalServer, startServer } from '../../../functions/local/server.ts';
import { makeToken } from '../../../functions/local/token.ts';
import { readBaselines } from '../../../golden/gate/baseline.ts';
import { ask } from '../../../golden/gate/deployed/ask.ts';
import { askable, type DeployedOptions, deployedReport, deployedRow } from '../../../golden/gate/deployed/gate.ts';
import { type Bodies, bodiesOf } from '../../../golden/questions/bodies.ts';
import { goldenSetOf } from '../../../golden/questions/golden-sets.ts';
import { ConfigError, parseConfig } from '../../../shared/config.ts';
import { Unavailable } from '../../../shared/errors.ts';
import { createLog } from '../../../shared/log.ts';
import { countingEmbedder } from '../../fakes/embedder.ts';

const never = new AbortController().signal;
const SECRET = 'the secret of this test run';
const ENTITY = askable(goldenSetOf('golden/sets/entity.jsonl'));
const TARGETED = askable(goldenSetOf('golden/sets/targeted.jsonl'));
const tokenOf = (tenant: string) => makeToken(SECRET, tenant, []);

describe('the golden gate of a deployment', () => {
  let server: LocalServer;
  let bodies: Bodies;
  let options: DeployedOptions;
  let encoderIsDown = false;
  const config = parseConfig({
    PORT: '0',
    GROUNDWIRE_DATA: ':memory:',
    GROUNDWIRE_BUCKET: resolve('golden/corpus'),
    LOCAL_JWT_SECRET: SECRET,
  });
  const log = createLog('CRITICAL');
  beforeAll(async () => {
    const embedder = countingEmbedder();
    server = await startServer(config, log, {
      ...embedder,
      async embedQuery(text, signal) {
        if (encoderIsDown) throw new Unavailable('The encoder is down.');
        return embedder.embedQuery(text, signal);
      },
    });
    // The pages that are alike, and those that the questions are about.
    const labelled = new Set([...ENTITY.questions, ...TARGETED.questions].flatMap(({ labels }) => labels.map(({ document }) => document)));
    await backfill({
      bucket: server.bucket,
      backend: server.backend,
      tenant: 'larkspur',
      only: (id) => labelled.has(id) || /^(batches|devices|errors|inspections|parts)\//.test(id),
      concurrency: 4,
      signal: never,
      log,
      onProgress: () => {},
    });
    bodies = await bodiesOf({ ...ENTITY, questions: [...ENTITY.questions, ...TARGETED.questions] }, config, never);
    options = {
      url: server.url,
      token: await tokenOf('larkspur'),
      tenant: 'larkspur',
      byText: false,
      tolerance: 0.1,
      k: 6,
      signal: never,
      waits: [],
    };
  }, 180_000);
  afterAll(() => server.close());

  const row = async (set = ENTITY, more: Partial<DeployedOptions> = {}) => {
    const baseline = readBaselines('golden/baselines').find(({ set: name }) => name === set.name);
    if (!baseline) throw new Error(`${set.name} has no baseline`);
    return deployedRow(set, baseline, bodies, { ...options, ...more });
  };
  /** The gate as a command, with its status and what it printed. */
  const run = (token: string | undefined, ...args: readonly string[]): Promise<{ status: number; out: string; err: string }> =>
    new Promise((done) => {
      const { GROUNDWIRE_TOKEN: _, ...env } = process.env;
      execFile(
        process.execPath,
        ['golden/gate/main.ts', ...args],
        { env: { ...env, ...(token ? { GROUNDWIRE_TOKEN: token } : {}) } },
        (error, out, err) => done({ status: error ? Number(error.code) : 0, out, err }),
      );
    });

  it('fails a search without one of its arms, though the other finds enough', async () => {
    // First: what was found once is remembered.
    encoderIsDown = true;
    try {
      const crippled = await row(ENTITY);
      expect(crippled).toMatchObject({ failed: true, degraded: new Map([['dense', 17]]) });
      expect(deployedReport([crippled], options)[0]).toMatch(/^FAIL .*; without dense 17$/);
    } finally {
      encoderIsDown = false;
    }
  });

  it('lets through a search that finds what it should', async () => {
    const rows = [await row(ENTITY), await row(TARGETED)];
    expect(rows.map(({ failed }) => failed)).toEqual([false, false]);
    expect(deployedReport(rows, options)).toEqual([
      expect.stringMatching(
        /^OK {6}golden\/entity, 17 questions: recall@6 [01]\.\d{4} \(at least 0\.9000\), ndcg@6 0\.\d{4} \(at least 0\.8387\)$/,
      ),
      expect.stringMatching(/^OK {6}golden\/targeted, 2\d questions: recall@6 /),
      `${server.url} finds in larkspur what it should; floors are the baselines less 0.1.`,
    ]);
  });

  it('judges the passages of another chunker by what they say', async () => {
    const [byHeading, byText] = [await row(TARGETED), await row(TARGETED, { byText: true })];
    expect(byText.failed).toBe(false);
    expect(byText.scores.map(({ is }) => is)).toEqual(byHeading.scores.map(({ is }) => expect.closeTo(is, 1)));
  });

  it('is a command that ends with 0, or with 1 and a line that says what to do', async () => {
    const asked = ['--url', `${server.url}/`, '--tenant', 'larkspur', '--set', 'golden/sets/entity.jsonl'];
    const passed = await run(options.token, ...asked);
    expect(passed).toMatchObject({ status: 0, out: expect.stringMatching(/^OK {6}golden\/entity, 17 questions/) });
    expect(await run('nonsense', ...asked)).toEqual({
      status: 1,
      out: '',
      err: expect.stringMatching(
        /^http:\S+ answers 401: .+ GROUNDWIRE_TOKEN has to be a token that this deployment trusts, and not be expired\.\n$/,
      ),
    });
    expect(await run(undefined, ...asked)).toMatchObject({
      status: 1,
      err: 'GROUNDWIRE_TOKEN: is needed, a token for larkspur that the deployment trusts\n',
    });
    expect(await run(options.token, '--url', server.url)).toMatchObject({
      status: 1,
      err: '--tenant: say which tenant holds golden/corpus\n',
    });
  }, 60_000);

  it('refuses a token of another tenant than is meant', async () => {
    await expect(row(ENTITY, { tenant: 'smoke' })).rejects.toThrow(
      /answers from .+\/larkspur\/.+, which is not of smoke: the token decides on the tenant\.$/,
    );
  });

  it('fails a search that lost its index', async () => {
    for await (const { documentId, generation } of server.backend.list('larkspur'))
      await server.backend.remove('larkspur', documentId, generation);
    const lost = await row(ENTITY);
    expect(lost).toMatchObject({ failed: true, scores: [{ is: 0 }, { is: 0 }] });
    expect(deployedReport([lost], options).at(-1)).toBe(
      `1 of 1 failed at ${server.url}. Does larkspur hold golden/corpus, and is all of it indexed?`,
    );
  });
});

describe('a question to a deployment', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());
  const answering = async (...answers: readonly RequestListener[]): Promise<string> => {
    let asked = 0;
    server = createServer((request, response) => answers[Math.min(asked++, answers.length - 1)]?.(request, response));
    await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  };
  const replies =
    (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
    (_, response) => {
      response.writeHead(status, headers).end(body);
    };
  const error = (message: string) => JSON.stringify({ status: 'error', error_code: 'X', message, request_id: 'r' });
  const nothing = replies(200, JSON.stringify({ status: 'success', passages: [], request_id: 'r' }));
  const asked = (url: string, waits: readonly number[] = []) => ask({ url, token: 't', idToken: 'i', waits }, { query: 'q' }, never);

  it('comes with the token, and with one for Cloud Run', async () => {
    const headers: unknown[] = [];
    const url = await answering((request, response) => {
      headers.push(request.headers.authorization, request.headers['x-serverless-authorization'], request.url);
      nothing(request, response);
    });
    expect(await asked(url)).toEqual({ passages: [], degraded: [] });
    expect(headers).toEqual(['Bearer t', 'Bearer i', '/search']);
  });

  it('waits as long as a limit asks, and is asked again', async () => {
    const url = await answering(replies(429, error('Too many.'), { 'retry-after': '1' }), nothing);
    const start = performance.now();
    expect(await asked(url, [0])).toMatchObject({ passages: [] });
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  it.each([
    [429, error('Too many requests.'), { 'retry-after': '7' }, / answers 429: Too many requests\. It asks to wait 7 s\.$/],
    [503, error('Try again.'), {}, / answers 503: Try again\.$/],
    [500, error('Internal error.'), {}, / answers 500: Internal error\.$/],
    [403, '<html><head>\n<title>403 Forbidden</title></head></html>', {}, / answers 403: 403 Forbidden GROUNDWIRE_ID_TOKEN has to be /],
    [404, '', {}, / answers 404: \(nothing\) Is this the address of the function search\?$/],
    [302, '', { location: 'https://login.example.com' }, / answers 302: \(nothing\)$/],
    [200, '<p>Hello</p>', {}, / answers something else than a search does: Hello$/],
  ])('says in a line what a %d is', async (status, body, headers, line) => {
    const url = await answering(replies(status, body, headers));
    await expect(asked(url)).rejects.toThrow(line);
  });

  it('says in a line that nobody is there, or that the line broke', async () => {
    await expect(asked('http://127.0.0.1:1')).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1\/search can not be reached: .*(ECONNREFUSED|bad port)/,
    );
    const url = await answering((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      response.socket?.destroy();
    });
    await expect(asked(url)).rejects.toThrow(/ can not be reached: /);
  });

  it('is not asked again where that helps nobody', async () => {
    let times = 0;
    const url = await answering((request, response) => {
      times++;
      replies(401, error('No.'))(request, response);
    });
    await expect(asked(url, [0, 0])).rejects.toThrow(ConfigError);
    expect(times).toBe(1);
  });
});
