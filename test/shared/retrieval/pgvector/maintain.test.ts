import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../../shared/models/embed/embedder.ts';
import type { RetrievalBackend } from '../../../../shared/retrieval/backend.ts';
import { createStore, type Driver, type Store } from '../../../../shared/retrieval/pgvector/store/store.ts';
import { countingEmbedder } from '../../../fakes/embedder.ts';
import { documentOf } from '../../../support/documents.ts';
import { backendOver, embeddedBackend } from '../../../support/stores.ts';

const never = new AbortController().signal;

describe('maintenance', () => {
  const embedder = countingEmbedder();
  let backend: RetrievalBackend;
  let driver: Driver;
  beforeAll(async () => {
    ({ backend, driver } = await embeddedBackend(embedder, { tombstoneDays: 30 }));
  });
  afterAll(() => backend.close());
  /** Vectors that nobody has used for longer than any document is in the making. */
  const age = () => sql("UPDATE kb_embedding SET created_at = now() - interval '25 hours'");
  const sql = (statement: string) => driver.transaction([], (session) => session.query(statement));

  it('deletes vectors that no passage uses any more, and those alone', async () => {
    await backend.put(documentOf('# One\n\nThe first text.\n', { documentId: 'a.md' }), never);
    await backend.put(documentOf('# One\n\nThe first text.\n', { documentId: 'b.md' }), never);
    await backend.put(documentOf('# Two\n\nThe second text.\n', { documentId: 'c.md' }), never);
    await backend.remove('acme', 'a.md', 1n);
    await backend.remove('acme', 'c.md', 1n);
    expect(await backend.maintain(never)).toEqual([]);
    await age();
    expect(await backend.maintain(never)).toEqual(['acme: 1 vectors that no passage uses deleted']);
    expect(await backend.maintain(never)).toEqual([]);
    expect(await sql('SELECT FROM kb_embedding')).toHaveLength(1);
  });

  it('leaves alone what was embedded for a document that was not finished, which then goes on where it was', async () => {
    const long = documentOf(`# Long\n\n${Array.from({ length: 150 }, (_, i) => `## Part ${i}\n\nText of part ${i}.\n`).join('\n')}`, {
      tenant: 'globex',
    });
    const stop = new AbortController();
    let batches = 0;
    const stopping: Embedder = {
      ...embedder,
      async embedPassages(passages, signal) {
        if (++batches === 3) stop.abort(new Error('stopped'));
        return embedder.embedPassages(passages, signal);
      },
    };
    const interrupted = await backendOver(createStore(driver, { read: 20_000, write: 60_000 }), stopping);
    await expect(interrupted.put(long, stop.signal)).rejects.toThrow('stopped');
    await backend.maintain(never);
    expect(await backend.put(long, never)).toMatchObject({ outcome: 'indexed', chunks: 150, embedded: 150 - 2 * 64 });
    await backend.drop('globex');
  });

  it('keeps to one tenant when told, and forgets languages that none of its documents is in', async () => {
    const german = '# Rückgabe\n\nDie Rechnungen werden nach der Rücksendung der Geräte innerhalb von vierzehn Tagen gutgeschrieben.\n';
    await backend.put(documentOf(german, { tenant: 'globex', documentId: 'de.md' }), never);
    await backend.put(documentOf('# Back\n\nThe devices have to be sent back.\n', { tenant: 'globex', documentId: 'en.md' }), never);
    const languages = async () =>
      (
        await driver.transaction([], (session) =>
          session.query<{ config: string }>("SELECT config FROM kb_language WHERE tenant = 'globex' ORDER BY config"),
        )
      ).map(({ config }) => config);
    await backend.remove('globex', 'de.md', 1n);
    await backend.maintain(never, 'acme');
    expect(await languages()).toEqual(['english', 'german']);
    await backend.maintain(never, 'globex');
    expect(await languages()).toEqual(['english']);
    await backend.drop('globex');
  });

  it('forgets tombstones past their age, and no others', async () => {
    await sql("UPDATE kb_document SET indexed_at = now() - interval '31 days' WHERE document_id = 'a.md'");
    expect(await backend.maintain(never)).toEqual(['acme: 1 tombstones older than 30 days forgotten']);
    expect((await Array.fromAsync(backend.list('acme'))).map(({ documentId, state }) => `${documentId} ${state}`)).toEqual([
      'b.md active',
      'c.md deleted',
    ]);
  });

  it('does not take a vector that a document being written counts on', async () => {
    await backend.put(documentOf('# Two\n\nThe second text.\n', { documentId: 'd.md' }), never);
    await backend.remove('acme', 'd.md', 1n);
    await age();
    // Its vector is used by nobody now. A put looks it up, and it is collected before the put goes to write.
    const store = createStore(driver, { read: 20_000, write: 60_000 });
    let collected: readonly string[] = [];
    let transactions = 0;
    const racing: Store = {
      ...store,
      async writing(tenant, signal, work) {
        // Room for the tenant, what is stored of the document, the vectors that are known, and then the writing itself.
        if (++transactions === 4) collected = await backend.maintain(never);
        return store.writing(tenant, signal, work);
      },
    };
    const other = await backendOver(racing, countingEmbedder());
    transactions = 0;
    await other.put(documentOf('# Two\n\nThe second text.\n', { documentId: 'e.md' }), never);
    expect(collected).toEqual(['acme: 1 vectors that no passage uses deleted']);
    expect(await sql('SELECT FROM kb_chunk c WHERE NOT EXISTS (SELECT FROM kb_embedding e WHERE e.content_hash = c.content_hash)')).toEqual(
      [],
    );
  });
});
