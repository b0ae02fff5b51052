import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '../../../../shared/config.ts';
import { requireIndexable } from '../../../../shared/retrieval/pgvector/dimensions.ts';
import { openPgvector, openPgvectorReembedding } from '../../../../shared/retrieval/pgvector/open.ts';
import { openEmbedded } from '../../../../shared/retrieval/pgvector/store/embedded.ts';
import type { Driver } from '../../../../shared/retrieval/pgvector/store/store.ts';
import { countingEmbedder } from '../../../fakes/embedder.ts';
import { databaseImage } from '../../../support/database-image.ts';
import { quiet } from '../../../support/stores.ts';

describe.each([
  ['vector', 2_000],
  ['halfvec', 4_000],
] as const)('vectors that are stored as %s', (vectorType, most) => {
  it(`may have ${most} dimensions and no more`, () => {
    expect(() => requireIndexable({ vectorType }, { model: 'm', dimensions: most })).not.toThrow();
    expect(() => requireIndexable({ vectorType }, { model: 'big/9', dimensions: most + 1 })).toThrow(
      new ConfigError(
        `EMBED_DIMENSIONS: big/9 has ${most + 1} dimensions, and this database indexes at most ${most} as ${vectorType}. Configure fewer${
          vectorType === 'vector' ? ', or a server (DATABASE_URL), which has at most 4000' : ''
        }.`,
      ),
    );
  });
});

describe('pgvector itself', () => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await openEmbedded(undefined, await databaseImage());
    await driver.transaction([], (session) => session.script('CREATE EXTENSION vector'));
  });
  afterAll(() => driver.close());

  it.each([
    ['vector', 2_000],
    ['halfvec', 4_000],
  ])('indexes %s of at most %i dimensions', async (type, most) => {
    const index = (dimensions: number) =>
      driver.transaction([], (session) =>
        session.script(
          `CREATE TABLE t${dimensions} (v ${type}(${dimensions})); CREATE INDEX ON t${dimensions} USING hnsw (v ${type}_cosine_ops)`,
        ),
      );
    await index(most);
    await expect(index(most + 1)).rejects.toThrow(`more than ${most} dimensions`);
  });
});

describe('a database that can not index what the configured model gives', () => {
  it.each([
    ['for search and ingestion', openPgvector],
    ['for a change of the model', openPgvectorReembedding],
  ])('is not opened %s', async (_, open) => {
    const opened = open(parseConfig({ GROUNDWIRE_DATA: ':memory:' }), countingEmbedder('big/2001', 2_001), quiet);
    await expect(opened).rejects.toThrow(
      new ConfigError(
        'EMBED_DIMENSIONS: big/2001 has 2001 dimensions, and this database indexes at most 2000 as vector. Configure fewer, or a server (DATABASE_URL), which has at most 4000.',
      ),
    );
  });
});
