import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStore } from '../../../shared/retrieval/pgvector/store/store.ts';
import { embeddedBackend, type TestBackend } from '../../support/stores.ts';
import { documentsOf } from '../corpus/corpus.ts';
import { benchEmbedder, DIMENSIONS } from '../corpus/embedder.ts';
import { createEncoder } from '../corpus/encode.ts';
import { passagesForTests } from '../fixture.ts';
import { CHUNK, loadOurs, sourceOf } from './ours.ts';

const never = new AbortController().signal;
const TABLES = ['kb_document', 'kb_chunk', 'kb_identifier', 'kb_embedding', 'kb_language'];
const passages = passagesForTests();
const embedder = benchEmbedder(createEncoder(passages, DIMENSIONS));
const documents = [...documentsOf(passages, [], 60)];

let loaded: TestBackend;
let put: TestBackend;
beforeAll(async () => {
  loaded = await embeddedBackend(embedder, { chunk: CHUNK });
  put = await embeddedBackend(embedder, { chunk: CHUNK });
});
afterAll(async () => {
  await loaded.backend.close();
  await put.backend.close();
});

/** Every row of a table, without the times at which it was written. */
const rowsOf = ({ driver }: TestBackend, table: string): Promise<readonly object[]> =>
  driver.transaction([], (session) =>
    session.query(`SELECT to_jsonb(t) - '{indexed_at,created_at,lag_ms}'::text[] AS row FROM ${table} t ORDER BY 1`),
  );

it('puts the very rows there that putting the same documents does', async () => {
  expect(await loadOurs(createStore(loaded.driver, { read: 20_000, write: 60_000 }), embedder, documents, never)).toBe(60);
  for (const document of documents) {
    expect(await put.backend.put(sourceOf(document), never)).toMatchObject({ outcome: 'indexed', chunks: document.chunks.length });
  }
  for (const table of TABLES) expect(await rowsOf(loaded, table)).toEqual(await rowsOf(put, table));
});
