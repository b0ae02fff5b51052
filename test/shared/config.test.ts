import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../shared/config.ts';

describe('parseConfig', () => {
  it('has a default for everything a local run needs', () => {
    expect(parseConfig({})).toMatchObject({
      port: 8080,
      backend: 'pgvector',
      profile: 'local',
      embedder: { kind: 'local' },
      chunk: { maxChars: 1_800, overlapChars: 200 },
    });
  });

  it('is frozen to the bottom', () => {
    const config = parseConfig({ TRUSTED_ISSUERS: '[{"issuer":"a","jwksUrl":"https://a/keys","audience":"b"}]' });
    for (const part of [config, config.chunk, config.trust.issuers, config.trust.issuers[0]]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('treats an empty variable as an absent one', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, database: { kind: 'embedded' } });
  });

  it.each([
    ['a number that is none', { PORT: 'many' }, 'PORT: must be a whole number'],
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
