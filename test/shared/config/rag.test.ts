import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '../../../shared/config.ts';

const MANAGED = {
  RETRIEVAL_BACKEND: 'vertex-rag',
  GROUNDWIRE_BUCKET: 'gs://documents',
  RAG_INDEX_BUCKET: 'gs://index',
  GOOGLE_CLOUD_PROJECT: 'p',
};
const ragOf = (env: Readonly<Record<string, string>> = {}) => parseConfig({ ...MANAGED, ...env }).rag;

describe('the settings of RAG Engine', () => {
  it('have a default for all but the project and the buckets', () => {
    expect(ragOf()).toEqual({
      project: 'p',
      location: 'us-central1',
      mode: 'spanner',
      vectorDb: 'rag-managed-db',
      embedModel: 'text-embedding-005',
      indexBucket: 'index',
      importing: 'parsed',
      chunkTokens: 512,
      chunkOverlapTokens: 64,
      requestsPerMinute: 60,
      imports: 3,
      maxTopK: 100,
      hybridAlpha: undefined,
      ranker: undefined,
      distanceThreshold: undefined,
      metadataFields: [],
      checkTtlMs: 5_000,
      timeoutMs: 20_000,
      visibleTimeoutMs: 120_000,
      endpoint: undefined,
    });
  });

  it('are not there for another backend', () => {
    expect(parseConfig({ RAG_MODE: 'serverless' }).rag).toBeUndefined();
  });

  it('take the database of the mode', () => {
    expect(ragOf({ RAG_MODE: 'serverless' })).toMatchObject({ vectorDb: 'vertex-vector-search' });
    expect(ragOf({ RAG_VECTOR_DB: 'vertex-vector-search' })).toMatchObject({ mode: 'spanner', vectorDb: 'vertex-vector-search' });
  });

  it('read what is a list, a place and a number', () => {
    const env = {
      RAG_METADATA_FIELDS: ' acl, product ,,',
      RAG_API_ENDPOINT: 'localhost:8080',
      RAG_INDEX_BUCKET: 'gs://index/',
      RAG_HYBRID_ALPHA: '0',
      RAG_DISTANCE_THRESHOLD: '0.5',
    };
    expect(ragOf(env)).toMatchObject({
      metadataFields: ['acl', 'product'],
      endpoint: { host: 'localhost', port: 8_080 },
      indexBucket: 'index',
      hybridAlpha: 0,
      distanceThreshold: 0.5,
    });
  });

  it.each([
    [{ GOOGLE_CLOUD_PROJECT: '' }, /^GOOGLE_CLOUD_PROJECT: is needed with RETRIEVAL_BACKEND=vertex-rag/],
    [{ RAG_INDEX_BUCKET: '' }, /^RAG_INDEX_BUCKET: /],
    [{ RAG_INDEX_BUCKET: 'index' }, /^RAG_INDEX_BUCKET: must be gs:\/\/BUCKET/],
    [{ RAG_INDEX_BUCKET: 'gs://index/path' }, /^RAG_INDEX_BUCKET: must be gs:\/\/BUCKET, without a path/],
    [{ RAG_INDEX_BUCKET: 'gs://documents' }, /^RAG_INDEX_BUCKET: must be another bucket than GROUNDWIRE_BUCKET/],
    [{ GROUNDWIRE_BUCKET: '/tmp/folder' }, /^GROUNDWIRE_BUCKET: must be gs:\/\/BUCKET with RETRIEVAL_BACKEND=vertex-rag/],
    [{ RAG_LOCATION: 'Europe' }, /^RAG_LOCATION: must be a region such as us-central1/],
    [{ RAG_MODE: 'fast' }, /^RAG_MODE: /],
    [
      { RAG_MODE: 'serverless', RAG_LOCATION: 'europe-west4' },
      /^RAG_LOCATION: the serverless mode is in us-central1 only, not in europe-west4/,
    ],
    [
      { RAG_MODE: 'serverless', RAG_VECTOR_DB: 'rag-managed-db' },
      /^RAG_VECTOR_DB: rag-managed-db is not there in the serverless mode; use vertex-vector-search/,
    ],
    [{ RAG_VECTOR_DB: 'pinecone' }, /^RAG_VECTOR_DB: /],
    [{ RAG_IMPORT: 'both' }, /^RAG_IMPORT: /],
    [{ RAG_CHUNK_TOKENS: '100', RAG_CHUNK_OVERLAP_TOKENS: '51' }, /^RAG_CHUNK_OVERLAP_TOKENS: must be at most half of 100/],
    [{ RAG_CHUNK_TOKENS: '49' }, /^RAG_CHUNK_TOKENS: must be from 50 to 8192/],
    [{ RAG_CHUNK_OVERLAP_TOKENS: '-1' }, /^RAG_CHUNK_OVERLAP_TOKENS: must be a whole number/],
    [{ RAG_REQUESTS_PER_MINUTE: '0' }, /^RAG_REQUESTS_PER_MINUTE: must be from 1/],
    [{ RAG_IMPORTS: '0' }, /^RAG_IMPORTS: must be from 1/],
    [{ RAG_MAX_TOP_K: '0' }, /^RAG_MAX_TOP_K: must be from 1/],
    [{ RAG_HYBRID_ALPHA: '1.5' }, /^RAG_HYBRID_ALPHA: must be from 0 to 1/],
    [{ RAG_HYBRID_ALPHA: 'x' }, /^RAG_HYBRID_ALPHA: must be a decimal number/],
    [{ RAG_DISTANCE_THRESHOLD: '3' }, /^RAG_DISTANCE_THRESHOLD: must be from 0 to 2/],
    [{ RAG_CHECK_TTL_MS: '700000' }, /^RAG_CHECK_TTL_MS: must be from 0 to 600000/],
    [{ RAG_TIMEOUT_MS: '5' }, /^RAG_TIMEOUT_MS: must be from 100/],
    [{ RAG_VISIBLE_TIMEOUT_MS: '5' }, /^RAG_VISIBLE_TIMEOUT_MS: must be from 100/],
    [{ RAG_API_ENDPOINT: 'localhost' }, /^RAG_API_ENDPOINT: must be HOST:PORT/],
  ])('refuse %j in one readable line', (env, message) => {
    const parse = () => parseConfig({ ...MANAGED, ...env });
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow(/\n/);
  });
});
