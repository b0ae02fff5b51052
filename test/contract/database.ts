import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { SCHEMA } from '../../shared/retrieval/pgvector/ready.ts';
import { migrate } from '../../shared/retrieval/pgvector/store/migrate.ts';
import { createStore, type Driver, type Store } from '../../shared/retrieval/pgvector/store/store.ts';
import { type CountingEmbedder, countingEmbedder } from '../fakes/embedder.ts';
import { documentOf } from '../support/documents.ts';
import { queryOf } from '../support/query.ts';
import { backendOver, type TestBackend } from '../support/stores.ts';

const never = new AbortController().signal;

/** What the schema and its roles must hold on every engine. */
export function databaseContract(
  name: string,
  open: (embedder: CountingEmbedder, options?: { hnswMinVectors: number }) => Promise<TestBackend>,
): void {
  describe(`${name}: the schema`, () => {
    let backend: RetrievalBackend;
    let driver: Driver;
    let store: Store;
    const embedder = countingEmbedder();
    beforeAll(async () => {
      ({ backend, driver } = await open(embedder, { hnswMinVectors: 50 }));
      store = createStore(driver, { read: 5_000, write: 5_000 });
      await backend.put(documentOf('# Open\n\nwombat\n', { documentId: 'open.md' }), never);
      await backend.put(documentOf('# Hidden\n\nwombat\n', { documentId: 'hidden.md', acl: ['hr'] }), never);
      await backend.put(documentOf('# Theirs\n\nwombat\n', { tenant: 'globex' }), never);
    });
    afterAll(() => backend.close());

    const asReader = <T extends object>(sql: string, groups = ['*'], tenant = 'acme') =>
      store.reading({ tenant, groups }, never, (session) => session.query<T>(sql));
    const asWriter = (sql: string) => store.writing('acme', never, (session) => session.query(sql));
    const refused = { code: '42501' };

    it('lets the writer of a tenant erase nothing of another, nor count what is in it', async () => {
      await expect(asWriter("SELECT kb_drop_tenant('globex')")).rejects.toMatchObject(refused);
      await expect(asWriter(`SELECT kb_drop_vector_index('globex', '${embedder.model}')`)).rejects.toMatchObject(refused);
      expect(await asReader("SELECT documents, missing FROM kb_vector_state('globex', 'any')")).toEqual([{ documents: 0, missing: 0 }]);
      expect(await asReader("SELECT documents FROM kb_vector_state('acme', 'any')")).toEqual([{ documents: 2 }]);
    });

    it('is up to date after it was brought up to date', async () => {
      expect(await migrate(driver, { readers: [], writers: [] })).toEqual([]);
    });

    it('is ready for this code, and for an older one, but not when a migration is missing', async () => {
      const change = (sql: string) => driver.transaction([], (session) => session.query(sql, [SCHEMA]));
      await expect(backend.ready?.(never)).resolves.toBeUndefined();
      await change("INSERT INTO kb_migration (name, sha256) SELECT '9999-' || name, sha256 FROM kb_migration WHERE name = $1");
      await expect(backend.ready?.(never)).resolves.toBeUndefined();
      await change('DELETE FROM kb_migration WHERE name = $1 RETURNING name');
      await expect(backend.ready?.(never)).rejects.toThrow(/older than .* Run `npm run migrate`/);
      await change("UPDATE kb_migration SET name = $1 WHERE name = '9999-' || $1");
      await expect(backend.ready?.(never)).resolves.toBeUndefined();
    });

    it('refuses to go on from a migration that was changed', async () => {
      await driver.transaction([], (session) => session.query("UPDATE kb_migration SET sha256 = 'other' WHERE name LIKE '0001%'"));
      await expect(migrate(driver, { readers: [], writers: [] })).rejects.toThrow(/0001-tables\.sql: was changed/);
      await driver.transaction([], (session) => session.query('DELETE FROM kb_migration WHERE false'));
    });

    it('shows a reader its tenant and its groups alone, although the statement asks for everything', async () => {
      const ids = async (table: string, groups?: string[]) =>
        (await asReader<{ document_id: string }>(`SELECT document_id FROM ${table} ORDER BY 1`, groups)).map((row) => row.document_id);
      for (const table of ['kb_document', 'kb_passage']) {
        expect(await ids(table)).toEqual(['open.md']);
        expect(await ids(table, ['*', 'hr'])).toEqual(['hidden.md', 'open.md']);
        expect(await ids(table, [])).toEqual([]);
      }
      expect(await asReader("SELECT FROM kb_embedding WHERE tenant = 'globex'")).toEqual([]);
    });

    it('shows nothing to a transaction that names no tenant', async () => {
      for (const role of ['groundwire_reader', 'groundwire_writer']) {
        for (const table of ['kb_document', 'kb_chunk', 'kb_embedding']) {
          if (role === 'groundwire_reader' && table === 'kb_chunk') continue;
          expect(await driver.transaction([{ sql: `SET LOCAL ROLE ${role}` }], (session) => session.query(`SELECT FROM ${table}`))).toEqual(
            [],
          );
        }
      }
    });

    it.each([
      [
        "INSERT INTO kb_document (tenant, document_id, uri, generation, metageneration, state, title, media_type, acl, make, source_updated_at) VALUES ('acme', 'x', '', 1, 1, 'active', '', '', '{*}', '', now())",
      ],
      ["UPDATE kb_document SET acl = '{*}'"],
      ['DELETE FROM kb_chunk'],
      ['SELECT * FROM kb_tenant'],
      ['SELECT * FROM kb_chunk'],
      ["SELECT kb_drop_tenant('globex')"],
      ['SELECT * FROM kb_chunk_acme'],
      ['CREATE TABLE mine ()'],
    ])('does not let a reader %s', async (sql) => {
      await expect(asReader(sql)).rejects.toMatchObject(refused);
    });

    it.each([
      ['SELECT * FROM kb_chunk_globex'],
      ['DROP TABLE kb_chunk'],
      ['ALTER TABLE kb_document DISABLE ROW LEVEL SECURITY'],
      ['CREATE TABLE mine ()'],
      ["INSERT INTO kb_tenant VALUES ('mine')"],
      ["INSERT INTO kb_chunk VALUES ('globex', 'x', 0, '{}', '', '', '')"],
    ])('does not let a writer %s', async (sql) => {
      await expect(asWriter(sql)).rejects.toMatchObject(refused);
    });

    it('changes no row of another tenant', async () => {
      await asWriter("UPDATE kb_document SET title = 'mine'; ".trim());
      const titles = await asReader<{ title: string }>('SELECT title FROM kb_document', ['*'], 'globex');
      expect(titles).toEqual([{ title: 'Theirs' }]);
    });

    it('makes no tenant of a name that is none', async () => {
      for (const bad of ['A', 'a b', 'x"; DROP TABLE kb_chunk; --', '', 'a'.repeat(41)]) {
        await expect(store.writing('acme', never, (session) => session.query('SELECT kb_add_tenant($1)', [bad]))).rejects.toMatchObject({
          code: '22023',
        });
      }
    });

    it('adds the same tenant once, however often it is asked for at once', async () => {
      const added = await Promise.all(
        Array.from({ length: 5 }, () =>
          store.writing('initech', never, (session) => session.query<{ new: boolean }>("SELECT kb_add_tenant('initech') AS new")),
        ),
      );
      expect(added.flat().filter((row) => row.new)).toHaveLength(1);
    });

    it('rolls back what it throws, and is usable afterwards', async () => {
      const failing = store.writing('acme', never, async (session) => {
        await session.query('DELETE FROM kb_chunk');
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      await expect(asWriter('SELECT nonsense')).rejects.toMatchObject({ code: '42703' });
      expect(await asReader('SELECT FROM kb_passage')).toHaveLength(1);
    });

    it('refuses a vector that is not of length 1', async () => {
      const longer = {
        ...embedder,
        model: 'longer/64',
        embedPassages: async (passages: readonly unknown[]) => passages.map(() => new Float32Array(64).fill(1)),
      };
      const other = await backendOver(store, longer, { hnswMinVectors: 1_000 });
      await expect(other.put(documentOf('# X\n\nx\n', { documentId: 'x.md' }), never)).rejects.toThrow(/length 8, not 1/);
    });

    it('never mixes the vectors of two models', async () => {
      const other = await backendOver(store, countingEmbedder('other/64'), { hnswMinVectors: 1_000 });
      const dense = (of: RetrievalBackend) =>
        of.arms.find((arm) => arm.name === 'dense')?.search(queryOf(makeCaller('globex', [], 'me'), 'wombat'));
      expect((await dense(backend))?.candidates).toHaveLength(1);
      await expect(dense(other)).rejects.toThrow(/1 of 1 documents have no vectors of other\/64/);
    });
  });
}
