import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeGemini, startFakeGemini } from '../../fakes/gemini.ts';
import { type FakeRank, startFakeRank } from '../../fakes/rank.ts';
import { type ExamineOptions, examine, failuresOf } from './examine.ts';

describe('the models', () => {
  let gemini: FakeGemini;
  let rank: FakeRank;
  beforeAll(async () => {
    gemini = await startFakeGemini();
    rank = await startFakeRank();
    vi.stubEnv('GOOGLE_GEMINI_BASE_URL', gemini.url);
  });
  beforeEach(() => rank.always(undefined));
  afterAll(async () => {
    vi.unstubAllEnvs();
    await gemini.close();
    await rank.close();
  });
  const ask = (env: Readonly<Record<string, string>> = {}, options?: ExamineOptions) =>
    examine(
      {
        GOOGLE_CLOUD_PROJECT: 'p',
        EMBEDDER: 'gemini',
        GEMINI_API_KEY: 'fake',
        RERANKER: 'vertex',
        RANK_API_ENDPOINT: rank.address,
        PDF_MODEL: 'gemini',
        GENERATOR: 'gemini',
        ...env,
      },
      options,
    );

  it('embed a word, rank two passages and read a page', async () => {
    const results = await ask();
    expect(failuresOf(results)).toEqual([]);
    expect(results).toMatchObject({
      'embedding model': { state: 'ok', message: 'gemini-embedding-001/768 embeds' },
      'ranking model': { state: 'ok', message: expect.stringMatching(/^semantic-ranker-default@latest in global ranks, in \d+ ms$/) },
      'answering model': { state: 'ok', message: 'gemini-3.5-flash-lite write' },
      'pdf model': { state: 'ok', message: 'gemini-3.5-flash reads a page' },
    });
  });

  it('are left out where none is configured, or the duty has no use for them', async () => {
    const none = await ask({ RERANKER: 'none', PDF_MODEL: 'none', GENERATOR: 'local' });
    expect(none['ranking model']).toMatchObject({ state: 'skipped', message: 'none is configured (RERANKER)' });
    expect(none['pdf model']).toMatchObject({ state: 'skipped' });
    expect(none['answering model']).toMatchObject({ state: 'skipped', message: expect.stringContaining('GENERATOR=local') });
    expect(Object.keys(await ask({}, { duty: 'search' }))).not.toContain('pdf model');
    expect(Object.keys(await ask({}, { duty: 'ingest' }))).not.toContain('ranking model');
  });

  it('are there by other names when they are retired or elsewhere', async () => {
    const results = await ask({
      EMBED_MODEL: 'gemini-embedding-000',
      EMBED_MAX_TOKENS: '2048',
      RERANK_MODEL: 'semantic-ranker-000',
      PDF_MODEL_NAME: 'gemini-2.5-flash',
      ANSWER_MODEL: 'gemini-2.5-flash-lite',
    });
    expect(failuresOf(results)).toEqual(['embedding model', 'ranking model', 'answering model', 'pdf model']);
    expect(results).toMatchObject({
      'embedding model': {
        message: expect.stringContaining('gemini-embedding-000 is not there'),
        fix: expect.stringContaining('Set EMBED_MODEL'),
      },
      'ranking model': {
        message: expect.stringContaining('semantic-ranker-000 is not there'),
        fix: expect.stringContaining('Set RERANK_MODEL'),
      },
      'pdf model': {
        message: expect.stringContaining('gemini-2.5-flash is not there'),
        fix: expect.stringContaining('Set PDF_MODEL_NAME'),
      },
    });
  });

  it('want the key, or the role and the API', async () => {
    gemini.script({ status: 403 });
    expect((await ask({ PDF_MODEL: 'none', GENERATOR: 'local' }))['embedding model']).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('GEMINI_API_KEY'),
    });
    gemini.script({ status: 400, message: 'API key not valid. Please pass a valid API key.' });
    expect((await ask({ PDF_MODEL: 'none', GENERATOR: 'local' }))['embedding model']).toMatchObject({
      state: 'failed',
      message: 'GEMINI_API_KEY is refused.',
    });
    gemini.script({ status: 403, message: 'Agent Platform API has not been used in project p before or it is disabled.' });
    expect((await ask({ PDF_MODEL: 'none', GENERATOR: 'local' }))['embedding model']).toMatchObject({
      message: 'aiplatform.googleapis.com is not enabled.',
      fix: 'gcloud services enable aiplatform.googleapis.com --project=p',
    });
    rank.always({ code: status.PERMISSION_DENIED });
    expect((await ask())['ranking model']).toMatchObject({
      state: 'failed',
      fix: expect.stringMatching(
        /--role=roles\/discoveryengine\.viewer\n.*gcloud services enable discoveryengine\.googleapis\.com --project=p/s,
      ),
    });
  });

  it('have their quota used up, which passes', async () => {
    gemini.script({ status: 429 }, { status: 429 });
    expect((await ask({ PDF_MODEL: 'none', GENERATOR: 'local' }))['embedding model']).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('quota'),
    });
    rank.always({ code: status.RESOURCE_EXHAUSTED });
    expect((await ask())['ranking model']).toMatchObject({ state: 'failed', fix: expect.stringContaining('quota') });
  });

  it('can not be reached, or hang, and hide nothing else', async () => {
    rank.always('hang');
    vi.stubEnv('GOOGLE_GEMINI_BASE_URL', 'http://127.0.0.1:1');
    const results = await ask({}, { deadlineMs: 3_000 });
    vi.stubEnv('GOOGLE_GEMINI_BASE_URL', gemini.url);
    expect(failuresOf(results)).toEqual(['embedding model', 'ranking model', 'answering model', 'pdf model']);
    expect(results['ranking model']).toMatchObject({ message: 'No answer within 3 s.' });
    expect(results['embedding model']).toMatchObject({ fix: expect.stringContaining('can be reached from here') });
  });

  it('rank too slowly for searches to wait', async () => {
    rank.latency(() => 30);
    expect((await ask({ RERANK_TIMEOUT_MS: '10' }))['ranking model']).toMatchObject({
      state: 'ok',
      fix: 'Searches wait 10 ms and then go on without (RERANK_TIMEOUT_MS).',
    });
    rank.latency(() => 0);
  });
});
