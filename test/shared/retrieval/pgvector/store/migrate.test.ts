import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../../shared/caller.ts';
import { embeddableOf } from '../../../../../shared/retrieval/pgvector/chunks.ts';
import { vectorLiteral } from '../../../../../shared/retrieval/pgvector/embeddings.ts';
import { openEmbedded } from '../../../../../shared/retrieval/pgvector/store/embedded.ts';
import { migrate } from '../../../../../shared/retrieval/pgvector/store/migrate.ts';
import { createStore, type Driver } from '../../../../../shared/retrieval/pgvector/store/store.ts';
import { countingEmbedder } from '../../../../fakes/embedder.ts';
import { databaseImage } from '../../../../support/database-image.ts';
import { documentOf } from '../../../../support/documents.ts';
import { queryOf } from '../../../../support/query.ts';
import { backendOver } from '../../../../support/stores.ts';

const never = new AbortController().signal;
const FOLDER = new URL('../../../../../shared/retrieval/pgvector/migrations/', import.meta.url);

describe('a database of an earlier version', () => {
  let driver: Driver;
  const embedder = countingEmbedder();
  beforeAll(async () => {
    driver = await openEmbedded(undefined, await databaseImage());
    await driver.transaction([], async (session) => {
      await session.script(
        'CREATE TABLE kb_migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
      );
      for (const name of ['0001-tables.sql', '0002-access.sql', '0003-tenants.sql', 'lexical-bm25.sql']) {
        const sql = readFileSync(new URL(name, FOLDER), 'utf8').replaceAll('{{vector_type}}', driver.vectorType);
        await session.script(sql);
        if (!name.startsWith('0')) continue;
        await session.query('INSERT INTO kb_migration (name, sha256) VALUES ($1, $2)', [
          name,
          createHash('sha256').update(sql).digest('hex'),
        ]);
      }
      // As that version stored them: a document that is complete, one whose vector is missing, and one that failed.
      await session.query("SELECT kb_add_tenant('acme')");
      const [vector] = await embedder.embedPassages([{ title: '', text: 'x' }], never);
      for (const [id, state] of [
        ['whole.md', 'active'],
        ['part.md', 'active'],
        ['bad.md', 'failed'],
      ]) {
        await session.query(
          `INSERT INTO kb_document (tenant, document_id, uri, generation, metageneration, state, title, media_type, acl, make, source_updated_at)
           VALUES ('acme', $1, 'gs://', 1, 1, $2, $1, 'text/markdown', '{*}', 'parser 1', now())`,
          [id, state],
        );
        if (state === 'failed') continue;
        const { contentHash } = embeddableOf(`${id}`, { headingPath: [`${id}`], body: 'An aardvark.' });
        await session.query(
          `INSERT INTO kb_chunk (tenant, document_id, ordinal, heading_path, body, search_text, content_hash)
           VALUES ('acme', $1, 0, ARRAY[$1], 'An aardvark.', 'aardvark', decode($2, 'hex'))`,
          [id, contentHash],
        );
        if (id === 'whole.md' && vector) {
          await session.query(
            "INSERT INTO kb_embedding (tenant, embed_model, content_hash, embedding) VALUES ('acme', $1, decode($2, 'hex'), $3)",
            [embedder.model, contentHash, vectorLiteral(vector)],
          );
        }
      }
    });
    await migrate(driver, { readers: [], writers: [] });
  });
  afterAll(() => driver.close());

  it('knows of its documents what there is to know, and goes on answering', async () => {
    const backend = await backendOver(createStore(driver, { read: 5_000, write: 5_000 }), embedder);
    expect(await Array.fromAsync(backend.list('acme'))).toMatchObject([
      { documentId: 'bad.md', state: 'failed', tries: 1, chunks: 0 },
      { documentId: 'part.md', state: 'active', complete: false, chunks: 1 },
      { documentId: 'whole.md', state: 'active', complete: true, chunks: 1 },
    ]);
    const lexical = backend.arms.find(({ name }) => name === 'lexical');
    const found = await lexical?.search(queryOf(makeCaller('acme', [], 'me'), 'the aardvarks'));
    expect(found?.candidates).toHaveLength(2);
  });

  it('indexes them again, for they are of another make', async () => {
    const backend = await backendOver(createStore(driver, { read: 5_000, write: 5_000 }), embedder);
    expect(await backend.put(documentOf('# Whole\n\nAn aardvark.\n', { documentId: 'whole.md' }), never)).toMatchObject({
      outcome: 'indexed',
    });
  });
});
