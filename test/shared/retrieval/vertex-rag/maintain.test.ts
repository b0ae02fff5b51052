import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStorage } from '../../../../shared/documents/source/storage.ts';
import { createCatalogue } from '../../../../shared/retrieval/vertex-rag/catalogue.ts';
import { buried } from '../../../../shared/retrieval/vertex-rag/changes.ts';
import { createIndexBucket } from '../../../../shared/retrieval/vertex-rag/index-bucket.ts';
import { maintain } from '../../../../shared/retrieval/vertex-rag/maintain.ts';
import type { DocumentRecord } from '../../../../shared/retrieval/vertex-rag/record.ts';
import { type FakeStorage, startFakeStorage } from '../../../fakes/storage.ts';
import { quiet } from '../../../support/stores.ts';

const never = new AbortController().signal;

describe('maintenance of records that others write meanwhile', () => {
  let fake: FakeStorage;
  beforeAll(async () => {
    fake = await startFakeStorage();
  });
  afterAll(() => fake.close());
  const open = () => {
    const bucket = createIndexBucket('index', { storage: createStorage(fake.url), waits: [] });
    return { bucket, catalogue: createCatalogue(bucket) };
  };
  const again = (known: DocumentRecord | undefined): DocumentRecord | undefined => known && { ...known, state: 'active', generation: 6n };

  it('removes the tombstones that it listed, but for one that is a document again by then', async () => {
    const { bucket, catalogue } = open();
    for (const id of ['a.md', 'z.md']) await catalogue.update('acme', id, buried(id, 5n), never);
    const said = await maintain(
      {
        bucket,
        catalogue,
        client: {
          // The records are listed by now.
          async *files() {
            await catalogue.update('acme', 'a.md', again, never);
            yield* [];
          },
          deleteFile: async () => {},
        },
        corpora: { using: async (_, work) => work('corpus') },
        sweep: async () => {},
        tombstoneDays: 0,
        log: quiet,
      },
      never,
      'acme',
    );
    expect(said).toEqual(['acme: 1 tombstones older than 0 days were removed']);
    expect(await catalogue.list('acme', never)).toMatchObject([{ documentId: 'a.md', state: 'active', generation: 6n }]);
  });

  it('leaves a record that is written between its reading and its removal', async () => {
    const { bucket, catalogue } = open();
    await catalogue.update('globex', 'a.md', buried('a.md', 5n), never);
    const [listed] = await Array.fromAsync(bucket.list('globex/', never));
    const name = listed?.name ?? '';
    const { token } = await bucket.note(name, never);
    await catalogue.update('globex', 'a.md', again, never);
    expect(await bucket.remove(name, never, token)).toBe(false);
    expect(await catalogue.find('globex', 'a.md', never)).toMatchObject({ state: 'active' });
    expect(await bucket.remove(name, never, (await bucket.note(name, never)).token)).toBe(true);
    expect(await bucket.remove(name, never, token)).toBe(true);
  });
});
