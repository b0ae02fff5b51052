import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../functions/local/server.ts';
import { makeToken } from '../../functions/local/token.ts';
import { searchReply } from '../../functions/search/schemas.ts';
import { createLog } from '../../shared/log.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { type FakeRank, startFakeRank } from '../fakes/rank.ts';
import { documentOf } from '../support/documents.ts';
import { inMemory, SECRET } from '../support/served.ts';

const never = new AbortController().signal;

describe('a search with the Ranking API', () => {
  let root: string;
  let fake: FakeRank;
  let server: LocalServer;
  const lines: string[] = [];
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'groundwire-rerank-'));
    fake = await startFakeRank();
    server = await startServer(
      await inMemory({
        PORT: '0',
        GROUNDWIRE_BUCKET: root,
        LOCAL_JWT_SECRET: SECRET,
        RERANKER: 'vertex',
        GOOGLE_CLOUD_PROJECT: 'p',
        RANK_API_ENDPOINT: fake.address,
        RERANK_TIMEOUT_MS: '5000',
        RERANK_FLOOR: '0.2',
      }),
      createLog('DEBUG', (line) => lines.push(line)),
      countingEmbedder(),
    );
    // BM25 prefers the shorter one; the fake prefers the one that has more of the query's words.
    await server.backend.put(documentOf('# Short\n\nGearbox gearbox gearbox.\n', { documentId: 'short.md' }), never);
    await server.backend.put(
      documentOf('# Long\n\nThe gearbox is calibrated in spring, by the mechanic, with the tools from the cupboard in hall seven.\n', {
        documentId: 'long.md',
      }),
      never,
    );
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
    rmSync(root, { recursive: true, force: true });
  });

  const search = async (query: string, more: object = {}) => {
    const response = await fetch(`${server.url}/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await makeToken(SECRET, 'acme')}` },
      body: JSON.stringify({ query, ...more }),
    });
    expect(response.status).toBe(200);
    return searchReply.parse(await response.json());
  };
  const documents = ({ passages }: Awaited<ReturnType<typeof search>>) => passages.map(({ document_id }) => document_id);

  it('puts first what the model does, however many are asked for, and shows where each stood', async () => {
    const reply = await search('gearbox calibrated spring gearbox', { explain: true });
    expect(documents(reply)).toEqual(['long.md', 'short.md']);
    expect(reply.passages[0]).toMatchObject({ score: reply.passages[0]?.explain?.rerank?.score, explain: { rerank: { rank: 1 } } });
    expect(reply.explain?.timings_ms.rerank).toBeGreaterThan(0);
    expect(documents(await search('gearbox calibrated spring gearbox', { top_k: 1 }))).toEqual(['long.md']);
    expect(
      fake.requests
        .at(-1)
        ?.records.map(({ title }) => title)
        .sort(),
    ).toEqual(['Long', 'Short']);
  });

  it('finds nothing where nothing clears the floor, and says what to do', async () => {
    expect(await search('mechanic without any other word that is there one two three four five six')).toMatchObject({
      passages: [],
      note: 'No matching documents. Say so rather than guessing.',
    });
  });

  it('goes without it when it is down: the passages in the order of the fusion, and no error', async () => {
    const query = 'gearbox spring';
    lines.length = 0;
    fake.always({ code: 14 });
    const down = await search(query, { explain: true });
    fake.always(undefined);
    expect(down.degraded).toEqual(['rerank']);
    const fused = down.passages.map(({ explain }) => explain?.fused.rank);
    expect(fused).toEqual([1, 2]);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ severity: 'WARNING', stage: 'rerank' }));
    // What was degraded is not remembered.
    expect((await search(query, { explain: true })).degraded).toBeUndefined();
  });

  it('pages somebody when the request itself is refused, and answers all the same', async () => {
    lines.length = 0;
    fake.always({ code: 7 });
    const refused = await search('calibrated gearbox');
    fake.always(undefined);
    expect([refused.passages.length, refused.degraded]).toEqual([2, ['rerank']]);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ severity: 'ERROR', alert: 'refused', stage: 'rerank' }),
    );
    expect(lines.join()).not.toMatch(/calibrated|gearbox/i);
  });
});
