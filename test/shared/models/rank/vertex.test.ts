import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../../../shared/config.ts';
import { openRanker } from '../../../../shared/models/rank/open.ts';
import type { Rankable, Ranker } from '../../../../shared/models/rank/ranker.ts';
import { countTokens } from '../../../../shared/models/rank/tokens.ts';
import { type FakeRank, startFakeRank } from '../../../fakes/rank.ts';

const never = new AbortController().signal;
const record = (id: string, text: string, title = ''): Rankable => ({ id, title, text });
const PUMPS = [record('a', 'Bananas are yellow.'), record('b', 'It needs oil.', 'Pump'), record('c', 'The pump needs oil in spring.')];

describe('the Ranking API, through the real client', () => {
  let fake: FakeRank;
  const opened: Ranker[] = [];
  beforeEach(async () => {
    fake = await startFakeRank();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const ranker of opened.splice(0)) await ranker.close();
    await fake.close();
  });

  /** So patient, unless told otherwise, that a busy machine sends nothing twice. */
  const open = async (env: Readonly<Record<string, string>> = {}): Promise<Ranker> => {
    const patient = { RERANK_HEDGE_MS: '20000', RERANK_TIMEOUT_MS: '25000' };
    const settings = { RERANKER: 'vertex', GOOGLE_CLOUD_PROJECT: 'p', RANK_API_ENDPOINT: fake.address, ...patient, ...env };
    const ranker = await openRanker(parseConfig(settings).ranker);
    if (!ranker) throw new Error('no ranker');
    opened.push(ranker);
    return ranker;
  };
  const ids = (ranking: readonly { readonly id: string }[]) => ranking.map(({ id }) => id);

  it('ranks by what the title says as well as the text', async () => {
    const ranking = await (await open()).rank('pump needs oil spring', PUMPS, never);
    expect(ranking).toEqual([
      { id: 'c', score: 4 / 4 },
      { id: 'b', score: 3 / 4 },
      { id: 'a', score: 0.0001 },
    ]);
  });

  it('asks the configured model, for scores alone', async () => {
    const ranker = await open({ RERANK_MODEL: 'semantic-ranker-fast-004' });
    await ranker.rank('oil', PUMPS, never);
    expect(ranker.model).toBe('semantic-ranker-fast-004');
    expect(fake.requests).toMatchObject([
      {
        rankingConfig: 'projects/p/locations/global/rankingConfigs/default_ranking_config',
        model: 'semantic-ranker-fast-004',
        query: 'oil',
        topN: 0,
        ignoreRecordDetailsInResponse: true,
      },
    ]);
  });

  it('keeps the order given where scores are equal', async () => {
    const records = Array.from({ length: 40 }, (_, i) => record(`id ${i}`, i % 2 === 0 ? 'oil' : 'water'));
    const ranking = await (await open()).rank('oil', records, never);
    const even = records.filter((_, i) => i % 2 === 0);
    expect(ids(ranking)).toEqual(ids([...even, ...records.filter((each) => !even.includes(each))]));
  });

  it('gives every id once, whatever it is', async () => {
    const odd = ['', '0', '1', 'a/b#c', '日本', 'x'.repeat(5_000)].map((id) => record(id, 'oil'));
    expect(ids(await (await open()).rank('oil', odd, never))).toEqual(ids(odd));
    expect(fake.requests[0]?.records.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('sends 200 records at a time and merges their scores', async () => {
    const records = Array.from({ length: 2 * 200 + 50 }, (_, i) => record(String(i), i % 100 === 99 ? 'the pump needs oil' : 'the pump'));
    const ranking = await (await open()).rank('pump oil', records, never);
    expect(fake.requests.map((request) => request.records.length).sort()).toEqual([200, 200, 50]);
    expect(ids(ranking).slice(0, 4)).toEqual(['99', '199', '299', '399']);
    expect(new Set(ids(ranking)).size).toBe(records.length);
  });

  it('puts what says nothing last, and does not send it', async () => {
    const records = [record('empty', ''), record('blank', ' \n', ' '), ...PUMPS];
    const ranking = await (await open()).rank('oil', records, never);
    expect(ranking.slice(-2)).toEqual([
      { id: 'empty', score: 0 },
      { id: 'blank', score: 0 },
    ]);
    expect(fake.requests[0]?.records).toHaveLength(PUMPS.length);
  });

  it('asks nothing about nothing', async () => {
    const ranker = await open();
    expect(await ranker.rank('oil', [], never)).toEqual([]);
    expect(await ranker.rank('oil', [record('a', '')], never)).toEqual([{ id: 'a', score: 0 }]);
    expect(fake.calls()).toBe(0);
  });

  it.each([
    ['semantic-ranker-default@latest', 1_024],
    ['semantic-ranker-default-004', 1_024],
    ['semantic-ranker-default-003', 512],
    ['semantic-ranker-512@latest', 512],
  ])('sends %s no more than the %d tokens that it reads, the title whole', async (model, limit) => {
    const title = 'Pump LP-350 > Maintenance > Oil';
    const texts = ['The pump needs oil. '.repeat(2_000), '更换软管之前请先关闭水泵。'.repeat(500), '3.14, '.repeat(2_000)];
    await (await open({ RERANK_MODEL: model })).rank(
      'oil',
      texts.map((text, i) => record(String(i), text, title)),
      never,
    );
    for (const sent of fake.requests[0]?.records ?? []) {
      expect(sent.title).toBe(title);
      const tokens = countTokens(sent.title) + countTokens(sent.content);
      expect(tokens).toBeLessThanOrEqual(limit);
      expect(tokens).toBeGreaterThan(limit - 50);
    }
    expect(fake.truncated()).toBe(0);
  });

  it('lets a title that is too long take all the room', async () => {
    await (await open()).rank('oil', [record('a', 'text', '更换软管'.repeat(500))], never);
    expect(fake.requests[0]?.records).toMatchObject([{ title: expect.stringMatching(/^(更换软管)+更?换?软?$/), content: '' }]);
    expect(fake.truncated()).toBe(0);
  });

  it('sends no half characters', async () => {
    await (await open()).rank('oil \ud800', [record('a', 'oil \udc00', 'pump \ud800')], never);
    const [{ query = '', records = [] } = {}] = fake.requests;
    for (const text of [query, records[0]?.title, records[0]?.content]) expect(text).toMatch(/^(oil|pump) \ufffd$/);
  });

  it.each([
    ['UNAVAILABLE', { name: 'Unavailable', code: 'UNAVAILABLE' }],
    ['INTERNAL', { name: 'Unavailable', code: 'UNAVAILABLE' }],
    ['UNKNOWN', { name: 'Unavailable', code: 'UNAVAILABLE' }],
    ['CANCELLED', { name: 'Unavailable', code: 'UNAVAILABLE' }],
    ['RESOURCE_EXHAUSTED', { name: 'Unavailable', code: 'RATE_LIMITED' }],
    ['DEADLINE_EXCEEDED', { name: 'Unavailable', code: 'TIMEOUT' }],
    ['INVALID_ARGUMENT', { name: 'Refused', message: expect.stringMatching(/RERANK_MODEL/) }],
    ['NOT_FOUND', { name: 'Refused', message: expect.stringMatching(/RERANK_MODEL/) }],
    ['PERMISSION_DENIED', { name: 'Refused', message: expect.stringMatching(/discoveryengine\.rankingConfigs\.rank/) }],
    ['UNAUTHENTICATED', { name: 'Refused' }],
  ] as const)('takes %s for what it is, and does not try again', async (name, error) => {
    fake.script({ code: status[name] });
    await expect((await open()).rank('oil', PUMPS, never)).rejects.toMatchObject(error);
    expect(fake.calls()).toBe(1);
  });

  it.each([
    ['model', { RERANK_MODEL: 'semantic-ranker-9' }],
    ['location', { RERANK_LOCATION: 'moon' }],
  ])('is refused when there is no such %s', async (_, env) => {
    await expect((await open(env)).rank('oil', PUMPS, never)).rejects.toMatchObject({ name: 'Refused' });
  });

  it('fails as a whole when one batch fails, and leaves nothing under way', async () => {
    const records = Array.from({ length: 201 }, (_, i) => record(String(i), 'oil'));
    fake.script('hang', { code: status.UNAVAILABLE });
    await expect((await open()).rank('oil', records, never)).rejects.toMatchObject({ name: 'Unavailable' });
    await vi.waitFor(() => expect(fake.cancelled()).toBe(1), 10_000);
  });

  it('asks a second time when the first answer does not come, and lets go of the first', async () => {
    fake.script('hang');
    const ranking = await (await open({ RERANK_HEDGE_MS: '50' })).rank('oil', PUMPS, never);
    expect(ids(ranking)).toEqual(['b', 'c', 'a']);
    expect(fake.calls()).toBe(2);
    expect(fake.requests[1]).toEqual(fake.requests[0]);
    await vi.waitFor(() => expect(fake.cancelled()).toBe(1), 10_000);
  });

  it('is too slow when neither answer comes', async () => {
    fake.always('hang');
    const ranker = await open({ RERANK_HEDGE_MS: '50', RERANK_TIMEOUT_MS: '500' });
    await expect(ranker.rank('oil', PUMPS, never)).rejects.toMatchObject({
      name: 'Unavailable',
      code: 'TIMEOUT',
      message: expect.stringMatching(/500 ms/),
    });
    expect(fake.calls()).toBeLessThanOrEqual(2);
    await vi.waitFor(() => expect(fake.cancelled()).toBe(fake.calls()), 10_000);
  });

  it('stops when the signal aborts', async () => {
    fake.always('hang');
    const stop = new AbortController();
    const ranker = await open();
    const ranking = expect(ranker.rank('oil', PUMPS, stop.signal)).rejects.toThrow('enough');
    await vi.waitFor(() => expect(fake.calls()).toBe(1), 10_000);
    stop.abort(new Error('enough'));
    await ranking;
    await vi.waitFor(() => expect(fake.cancelled()).toBe(1), 10_000);
  });

  it('is Unavailable when nobody is there', async () => {
    await fake.close();
    await expect((await open()).rank('oil', PUMPS, never)).rejects.toMatchObject({ name: 'Unavailable', code: 'UNAVAILABLE' });
  });

  it('is refused, each time, by a service without credentials, which goes on running', async () => {
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nothing/here.json');
    const ranker = await open({ RANK_API_ENDPOINT: '' });
    for (let i = 0; i < 2; i++) {
      await expect(ranker.rank('oil', PUMPS, never)).rejects.toMatchObject({
        name: 'Refused',
        message: expect.stringMatching(/credentials/),
      });
    }
  });

  describe('where the network swallows a connection', () => {
    const sockets: Socket[] = [];
    let network: Server;
    beforeEach(async () => {
      network = createServer((near) => {
        const far = dial(Number(fake.address.split(':')[1]), '127.0.0.1');
        near.on('error', () => far.destroy()).pipe(far);
        far.on('error', () => near.destroy()).pipe(near);
        sockets.push(near, far);
      });
      await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
    });
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
      network.close();
    });

    it('the second attempt takes another', async () => {
      const address = network.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const ranker = await open({ RANK_API_ENDPOINT: `127.0.0.1:${port}`, RERANK_HEDGE_MS: '200' });
      await ranker.rank('oil', PUMPS, never);
      const [near, far] = sockets;
      near?.unpipe().pause();
      far?.unpipe().pause();
      expect(ids(await ranker.rank('oil', PUMPS, never))).toEqual(['b', 'c', 'a']);
    });
  });
});
