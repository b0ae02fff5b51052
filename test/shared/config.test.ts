import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../shared/config.ts';

describe('parseConfig', () => {
  it('has a default for everything a local run needs', () => {
    expect(parseConfig({})).toMatchObject({
      port: 8080,
      backend: 'pgvector',
      profile: 'local',
      embedder: { kind: 'local' },
      chunk: { maxChars: 1_200, targetChars: 650, overlapChars: 0, byMediaType: {} },
    });
  });

  it('is frozen to the bottom', () => {
    const config = parseConfig({ TRUSTED_ISSUERS: '[{"issuer":"a","jwksUrl":"https://a/keys","audience":"b"}]' });
    for (const part of [config, config.chunk, config.trust.issuers, config.trust.issuers[0]]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('reads PDF files without a model, unless one is asked for', () => {
    expect(parseConfig({}).reader.pdfModel).toEqual({ kind: 'none' });
    expect(parseConfig({ PDF_MODEL: 'gemini', GEMINI_API_KEY: 'k' }).reader.pdfModel).toMatchObject({
      kind: 'gemini',
      access: { apiKey: 'k' },
    });
  });

  it('ranks with a model only when one is asked for', () => {
    expect(parseConfig({})).toMatchObject({ ranker: { kind: 'none' }, rerankFloor: undefined });
    expect(parseConfig({ RERANKER: 'vertex', GOOGLE_CLOUD_PROJECT: 'p', RERANK_FLOOR: '0.25' })).toMatchObject({
      rerankFloor: 0.25,
      ranker: {
        kind: 'vertex',
        model: 'semantic-ranker-default@latest',
        project: 'p',
        location: 'global',
        hedgeMs: 400,
        timeoutMs: 1_000,
        endpoint: undefined,
      },
    });
    const faked = { RERANKER: 'vertex', GOOGLE_CLOUD_PROJECT: 'p', RANK_API_ENDPOINT: '127.0.0.1:9025' };
    expect(parseConfig(faked).ranker).toMatchObject({ endpoint: { host: '127.0.0.1', port: 9_025 } });
  });

  it('answers without a model, and in production not at all, until one is chosen', () => {
    expect(parseConfig({}).generator).toEqual({ kind: 'local' });
    expect(parseConfig({ NODE_ENV: 'production' }).generator).toEqual({ kind: 'none' });
    expect(parseConfig({ NODE_ENV: 'production', GENERATOR: 'local' }).generator).toEqual({ kind: 'local' });
  });

  it('has a generating model for each role, reached where they all are, and prices that can be set', () => {
    const env = { GENERATOR: 'gemini', GOOGLE_CLOUD_PROJECT: 'p', GOOGLE_CLOUD_LOCATION: 'europe-west4', JUDGE_MODEL: 'gemini-x' };
    const prices = { MODEL_PRICES: '{"gemini-x":{"input":1,"output":2}}' };
    expect(parseConfig({ ...env, ...prices }).generator).toMatchObject({
      models: {
        control: { model: 'gemini-3.5-flash-lite' },
        answer: { model: 'gemini-3.5-flash-lite' },
        judge: { model: 'gemini-x' },
      },
      thinking: 'MINIMAL',
      access: { project: 'p', location: 'global' },
      prices: { 'gemini-x': { input: 1, output: 2 }, 'gemini-3.5-flash-lite': { input: expect.any(Number) } },
    });
    expect(parseConfig({ ...env, GENERATE_LOCATION: 'eu' }).generator).toMatchObject({ access: { location: 'eu' } });
  });

  it('treats an empty variable as an absent one', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, database: { kind: 'embedded' } });
  });

  it.each([
    ['a number that is none', { PORT: 'many' }, 'PORT: must be a whole number'],
    [
      'a model for PDF files without a project',
      { PDF_MODEL: 'gemini' },
      'GOOGLE_CLOUD_PROJECT: is needed with PDF_MODEL=gemini (or GEMINI_API_KEY)',
    ],
    [
      'a generating model without a project',
      { GENERATOR: 'gemini' },
      'GOOGLE_CLOUD_PROJECT: is needed with GENERATOR=gemini (or GEMINI_API_KEY)',
    ],
    ['a price that is none', { MODEL_PRICES: '{"m":{"input":"1","output":2}}' }, /^MODEL_PRICES\.m\.input: /],
    ['a price of something else', { MODEL_PRICES: '{"m":{"input":1,"output":2,"image":3}}' }, /^MODEL_PRICES\.m: .*image/],
    ['a level of thinking that there is not', { GENERATE_THINKING: 'A LOT' }, /^GENERATE_THINKING: /],
    ['a ranking model without a project', { RERANKER: 'vertex' }, 'GOOGLE_CLOUD_PROJECT: is needed with RERANKER=vertex'],
    ['a ranker that is not there', { RERANKER: 'cohere' }, /^RERANKER: /],
    ['a location that could be another host', { RERANK_LOCATION: 'evil.example/' }, /^RERANK_LOCATION: /],
    ['a floor that is no number', { RERANK_FLOOR: 'high' }, 'RERANK_FLOOR: must be a decimal number such as 0.25'],
    ['a floor out of range', { RERANK_FLOOR: '1.1' }, 'RERANK_FLOOR: must be from 0 to 1'],
    ['an address without a port', { RANK_API_ENDPOINT: 'localhost' }, 'RANK_API_ENDPOINT: must be HOST:PORT'],
    ['a fake in production', { NODE_ENV: 'production', RANK_API_ENDPOINT: 'localhost:1' }, /^RANK_API_ENDPOINT: .*production/],
    ['a language that is none', { DEFAULT_LANGUAGE: 'English' }, /^DEFAULT_LANGUAGE: /],
    ['a number out of range', { PORT: '70000' }, 'PORT: must be from 0 to 65535'],
    ['a choice that is not there', { EMBEDDER: 'word2vec' }, /^EMBEDDER: /],
    ['JSON that is none', { TRUSTED_ISSUERS: '{' }, 'TRUSTED_ISSUERS: must be JSON'],
    ['an issuer without keys', { TRUSTED_ISSUERS: '[{"issuer":"a","audience":"b"}]' }, /^TRUSTED_ISSUERS\.0\.jwksUrl: /],
    [
      'a shared secret for an issuer',
      { TRUSTED_ISSUERS: '[{"issuer":"a","jwksUrl":"https://a/","audience":"b","algorithms":["HS256"]}]' },
      /^TRUSTED_ISSUERS\.0\.algorithms\.0: /,
    ],
    ['a misspelt setting of ours', { GROUNDWIRE_BUKET: 'x' }, 'GROUNDWIRE_BUKET: there is no such setting'],
    ['a local secret in production', { NODE_ENV: 'production', LOCAL_JWT_SECRET: 'x'.repeat(32) }, /^LOCAL_JWT_SECRET: .*production/],
    ['a secret that can be guessed', { LOCAL_JWT_SECRET: 'short' }, /^LOCAL_JWT_SECRET: /],
    [
      'service accounts without an audience',
      { SERVICE_ACCOUNTS: '{"a@b.iam.gserviceaccount.com":{"tenant":"acme"}}' },
      /^SERVICE_AUDIENCE: /,
    ],
    [
      'a service account of a bad tenant',
      { SERVICE_ACCOUNTS: '{"a@b":{"tenant":"A B"}}', SERVICE_AUDIENCE: 'x' },
      /^SERVICE_ACCOUNTS\.a@b\.tenant: /,
    ],
    ['Gemini without a project', { EMBEDDER: 'gemini' }, /^GOOGLE_CLOUD_PROJECT: /],
    ['an unknown model without its limit', { EMBEDDER: 'gemini', GEMINI_API_KEY: 'k', EMBED_MODEL: 'other' }, /^EMBED_MAX_TOKENS: /],
    ['more dimensions than the model has', { EMBEDDER: 'gemini', GEMINI_API_KEY: 'k', EMBED_DIMENSIONS: '3073' }, /^EMBED_DIMENSIONS: /],
    [
      'chunks longer than the model reads',
      { EMBEDDER: 'gemini', GEMINI_API_KEY: 'k', CHUNK_MAX_CHARS: '2049' },
      /^CHUNK_MAX_CHARS: .*2048.*gemini-embedding-001/,
    ],
    ['an overlap of more than half', { CHUNK_MAX_CHARS: '300', CHUNK_OVERLAP_CHARS: '151' }, /^CHUNK_OVERLAP_CHARS: /],
    ['sizes of chunks that are no JSON', { CHUNK_SIZES: '{' }, 'CHUNK_SIZES: must be JSON'],
    ['sizes of something that is no media type', { CHUNK_SIZES: '{"csv":{}}' }, /^CHUNK_SIZES\.csv: /],
    ['a size that is out of range', { CHUNK_SIZES: '{"text/csv":{"maxChars":10}}' }, /^CHUNK_SIZES\.text\/csv\.maxChars: /],
    ['a size that there is not', { CHUNK_SIZES: '{"text/csv":{"max":1000}}' }, /^CHUNK_SIZES\.text\/csv: .*max/],
    [
      'an overlap of more than half for one media type',
      { CHUNK_OVERLAP_CHARS: '200', CHUNK_SIZES: '{"text/csv":{"maxChars":300}}' },
      /^CHUNK_SIZES: text\/csv: overlapChars: /,
    ],
    [
      'chunks of one media type that are longer than the model reads',
      { EMBEDDER: 'gemini', GEMINI_API_KEY: 'k', CHUNK_SIZES: '{"text/csv":{"maxChars":3000}}' },
      /^CHUNK_SIZES: text\/csv: maxChars: .*2048/,
    ],
    ['a bucket of another cloud', { GROUNDWIRE_BUCKET: 's3://x' }, /^GROUNDWIRE_BUCKET: /],
    ['a database that is no Postgres', { DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: /],
    ['Cloud SQL without a user', { CLOUD_SQL_INSTANCE: 'p:r:i' }, /^DATABASE_USER: /],
    ['a backend that is not built', { RETRIEVAL_BACKEND: 'elastic' }, /^RETRIEVAL_BACKEND: /],
  ])('refuses %s with one line that names it', (_, env, message) => {
    expect(() => parseConfig(env)).toThrow(message);
    try {
      parseConfig(env);
    } catch (error) {
      expect(String(error)).not.toContain('\n');
    }
  });

  it('lays the sizes of a media type over those of all documents', () => {
    const env = { CHUNK_MAX_CHARS: '1000', CHUNK_OVERLAP_CHARS: '100', CHUNK_SIZES: '{"Text/CSV":{"maxChars":600},"application/pdf":{}}' };
    expect(parseConfig(env).chunk).toEqual({
      maxChars: 1_000,
      targetChars: 650,
      overlapChars: 100,
      byMediaType: {
        'text/csv': { maxChars: 600, targetChars: 650, overlapChars: 100 },
        'application/pdf': { maxChars: 1_000, targetChars: 650, overlapChars: 100 },
      },
    });
  });

  it('reads chunks up to the limit of a larger model', () => {
    const env = { EMBEDDER: 'gemini', GEMINI_API_KEY: 'k', EMBED_MODEL: 'gemini-embedding-2', CHUNK_MAX_CHARS: '8192' };
    expect(parseConfig(env)).toMatchObject({ profile: 'balanced', embedder: { maxTokens: 8_192 } });
  });

  it('tells a folder, a bucket, and the three kinds of database apart', () => {
    expect(parseConfig({ GROUNDWIRE_BUCKET: 'gs://docs/' }).bucket).toEqual({ kind: 'gcs', name: 'docs' });
    expect(parseConfig({ GROUNDWIRE_BUCKET: '/tmp/docs' }).bucket).toEqual({ kind: 'folder', path: '/tmp/docs' });
    expect(parseConfig({ GROUNDWIRE_DATA: ':memory:' }).database).toEqual({ kind: 'embedded', path: undefined });
    expect(parseConfig({ DATABASE_URL: 'postgres://h/d' }).database).toMatchObject({ kind: 'url', poolMax: 4 });
    expect(parseConfig({ CLOUD_SQL_INSTANCE: 'p:r:i', DATABASE_USER: 'sa@p.iam' }).database).toMatchObject({
      kind: 'cloud-sql',
      ipType: 'PRIVATE',
    });
  });
});
