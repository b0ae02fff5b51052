import { describe, expect, it } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import { Unavailable } from '../../shared/errors.ts';
import { documentOf } from '../support/documents.ts';
import { BILLING, never, type Open, subjectOf } from './subject.ts';

/** What every backend must make of versions, removals and failures of documents. */
export function documentsContract(name: string, open: Open): void {
  describe(`${name}: documents`, () => {
    const subject = subjectOf(open);
    const { newTenant, search, inEachArm, texts } = subject;

    it('put twice leaves one copy', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      await subject.backend.put(documentOf(BILLING, { tenant }), never);
      const before = texts(await search(caller, 'refunds card'));
      expect(await subject.backend.put(documentOf(BILLING, { tenant }), never)).toMatchObject({ outcome: 'unchanged' });
      expect(await subject.backend.put(documentOf(BILLING, { tenant, generation: 2n }), never)).toMatchObject({ outcome: 'indexed' });
      expect(texts(await search(caller, 'refunds card'))).toBe(before);
    });

    it('an older generation never replaces a newer one', async () => {
      const tenant = newTenant();
      await subject.backend.put(documentOf('# Two\n\nversiontwo\n', { tenant, generation: 20n }), never);
      expect(await subject.backend.put(documentOf('# One\n\nversionone\n', { tenant, generation: 10n }), never)).toMatchObject({
        outcome: 'stale',
      });
      expect(texts(await search(makeCaller(tenant, [], 'me'), 'versionone versiontwo'))).toMatch(/^(?!.*versionone).*versiontwo/s);
    });

    it('remove makes it unfindable in every arm', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      await subject.backend.put(documentOf('# E-4021\n\nThe walrus code E-4021.\n', { tenant, documentId: 'walrus.md' }), never);
      expect(await inEachArm(caller, 'walrus E-4021')).toEqual(subject.backend.arms.map(() => ['walrus.md']));
      const [found] = await search(caller, 'walrus E-4021');
      expect(await subject.backend.passages(caller, [found?.id ?? ''], never)).toHaveLength(1);
      await subject.backend.remove(tenant, 'walrus.md', 1n);
      await subject.backend.remove(tenant, 'walrus.md', 1n);
      expect(await inEachArm(caller, 'walrus E-4021')).toEqual(subject.backend.arms.map(() => []));
      expect(await subject.backend.passages(caller, [found?.id ?? ''], never)).toEqual([]);
    });

    it('a removal of an older generation leaves the newer one alone', async () => {
      const tenant = newTenant();
      await subject.backend.put(documentOf('# Now\n\nnarwhal\n', { tenant, generation: 20n }), never);
      await subject.backend.remove(tenant, 'page.md', 10n);
      expect(await search(makeCaller(tenant, [], 'me'), 'narwhal')).toHaveLength(1);
    });

    it('a late finalize does not revive a tombstone, a new upload does', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      await subject.backend.remove(tenant, 'page.md', 20n);
      for (const generation of [10n, 20n]) {
        expect(await subject.backend.put(documentOf('# Ghost\n\nghost\n', { tenant, generation }), never)).toMatchObject({
          outcome: 'stale',
        });
      }
      expect(await search(caller, 'ghost')).toEqual([]);
      await subject.backend.put(documentOf('# Back\n\nghost again\n', { tenant, generation: 30n }), never);
      expect(texts(await search(caller, 'ghost'))).toMatch(/ghost again$/);
    });

    it('a shorter version leaves no tail', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      const long = Array.from({ length: 8 }, (_, i) => `## Part ${i}\n\nquagga${i} text\n`).join('\n');
      await subject.backend.put(documentOf(`# Guide\n\n${long}`, { tenant, generation: 1n }), never);
      const before = await search(caller, 'quagga7');
      expect(texts(before)).toMatch(/quagga7/);
      await subject.backend.put(documentOf('# Guide\n\nnothing left\n', { tenant, generation: 2n }), never);
      expect(texts(await search(caller, 'quagga7'))).not.toMatch(/quagga/);
      const opened = await subject.backend.passages(
        caller,
        before.map(({ id }) => id),
        never,
      );
      expect(opened.map(({ text }) => text).join('\n')).not.toMatch(/quagga/);
    });

    it('changes access and metadata without reading or embedding the document', async () => {
      const tenant = newTenant();
      const stranger = makeCaller(tenant, [], 'me');
      const body = '---\nproduct: pump\n---\n# Plans\n\nThe zeppelin launches in May.\n';
      await subject.backend.put(documentOf(body, { tenant, metadata: { locale: 'en' } }), never);
      const embedded = subject.embedder.embedded.length;
      const described = documentOf(body, {
        tenant,
        metageneration: 2n,
        acl: ['board'],
        metadata: { stage: 'draft' },
        read: async () => {
          throw new Error('a change of metadata needs no bytes');
        },
      });
      expect(await subject.backend.put(described, never)).toMatchObject({ outcome: 'described', embedded: 0 });
      expect(subject.embedder.embedded.length).toBe(embedded);
      expect(await search(stranger, 'zeppelin')).toEqual([]);
      const [hit] = await search(makeCaller(tenant, ['board'], 'me'), 'zeppelin');
      expect(hit?.metadata).toEqual({ language: 'en', product: 'pump', stage: 'draft' });
      expect(await subject.backend.put(documentOf(body, { tenant }), never)).toMatchObject({ outcome: 'stale' });
    });

    it('records a document that can not be indexed, and takes its older version away', async () => {
      const tenant = newTenant();
      await subject.backend.put(documentOf('# Old\n\nokapi\n', { tenant }), never);
      const failed = await subject.backend.put(documentOf('', { tenant, generation: 2n }), never);
      expect(failed).toMatchObject({ outcome: 'failed', code: 'EMPTY_DOCUMENT' });
      expect(failed.reason).toMatch(/no text/);
      expect(await search(makeCaller(tenant, [], 'me'), 'okapi')).toEqual([]);
      expect(await Array.fromAsync(subject.backend.list(tenant))).toMatchObject([
        { documentId: 'page.md', state: 'failed', generation: 2n },
      ]);
    });

    it('notes what failed for the moment, keeps the older version searchable, and clears the note when it succeeds', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      const down = { read: async () => Promise.reject(new Unavailable('Cloud Storage failed.')) };
      const head = async () => (await Array.fromAsync(subject.backend.list(tenant)))[0];
      for (const tries of [1, 2]) {
        await expect(subject.backend.put(documentOf('', { tenant, ...down }), never)).rejects.toThrow('Cloud Storage failed.');
        expect(await head()).toMatchObject({ state: 'failed', failure: { code: 'UNAVAILABLE' }, tries, chunks: 0 });
      }
      await subject.backend.put(documentOf('# One\n\nquokka\n', { tenant }), never);
      expect(await head()).toMatchObject({ state: 'active', failure: undefined, tries: 0, chunks: 1 });
      await expect(subject.backend.put(documentOf('', { tenant, generation: 2n, ...down }), never)).rejects.toThrow(
        'Cloud Storage failed.',
      );
      expect(await head()).toMatchObject({ state: 'active', generation: 1n, failure: { code: 'UNAVAILABLE' }, tries: 1 });
      expect(texts(await search(caller, 'quokka'))).toMatch(/quokka$/);
      await subject.backend.put(documentOf('# Two\n\nquokka two\n', { tenant, generation: 2n }), never);
      expect(await head()).toMatchObject({ state: 'active', generation: 2n, failure: undefined, tries: 0 });
      await subject.backend.remove(tenant, 'page.md', 3n);
      await expect(subject.backend.put(documentOf('', { tenant, generation: 2n, ...down }), never)).resolves.toMatchObject({
        outcome: 'stale',
      });
      expect(await head()).toMatchObject({ state: 'deleted', failure: undefined });
      await expect(subject.backend.put(documentOf('', { tenant, generation: 4n, ...down }), never)).rejects.toThrow(
        'Cloud Storage failed.',
      );
      expect(await head()).toMatchObject({ state: 'failed', generation: 4n, tries: 1 });
      await expect(subject.backend.put(documentOf('', { tenant, generation: 5n, ...down }), never)).rejects.toThrow(
        'Cloud Storage failed.',
      );
      expect(await head()).toMatchObject({ state: 'failed', generation: 5n, tries: 1 });
    });

    it('counts how often a document was tried that can not be indexed', async () => {
      const tenant = newTenant();
      for (const tries of [1, 2, 3]) {
        await subject.backend.put(documentOf('', { tenant }), never, true);
        expect(await subject.backend.put(documentOf('', { tenant }), never)).toMatchObject({ outcome: 'unchanged' });
        expect(await Array.fromAsync(subject.backend.list(tenant))).toMatchObject([
          { state: 'failed', tries, lagMs: undefined, failure: { code: 'EMPTY_DOCUMENT' } },
        ]);
      }
      await subject.backend.put(documentOf('', { tenant, generation: 2n }), never);
      expect(await Array.fromAsync(subject.backend.list(tenant))).toMatchObject([{ state: 'failed', tries: 1 }]);
    });

    it('notes that its time was up, so that the document is listed until another attempt succeeds', async () => {
      const tenant = newTenant();
      const time = new AbortController();
      const slow = documentOf('', {
        tenant,
        read: (signal) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            time.abort(new DOMException('on purpose', 'TimeoutError'));
          }),
      });
      await expect(subject.backend.put(slow, time.signal)).rejects.toMatchObject({ code: 'TIMEOUT' });
      expect(await Array.fromAsync(subject.backend.list(tenant))).toMatchObject([
        { state: 'failed', failure: { code: 'TIMEOUT' }, tries: 1 },
      ]);
    });

    it('lists what it knows of each document, and names its tenants', async () => {
      const tenant = newTenant();
      await subject.backend.put(documentOf(BILLING, { tenant, updatedAt: new Date(Date.now() - 60_000) }), never);
      expect(await subject.backend.tenants()).toContain(tenant);
      const [document] = await Array.fromAsync(subject.backend.list(tenant));
      expect(document).toMatchObject({ title: 'Billing', mediaType: 'text/markdown', complete: true, tries: 0 });
      expect(document?.chunks).toBeGreaterThanOrEqual(1);
      expect(document?.lagMs).toBeGreaterThanOrEqual(60_000);
      expect(document?.lagMs).toBeLessThan(120_000);
      expect(document?.indexedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    });

    it('two equal files are two documents: deleting one leaves the other citable', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      for (const documentId of ['a.md', 'b.md'])
        await subject.backend.put(documentOf('# Same\n\nThe same tapir.\n', { tenant, documentId }), never);
      expect(await search(caller, 'tapir')).toHaveLength(1);
      await subject.backend.remove(tenant, 'a.md', 1n);
      expect((await search(caller, 'tapir')).map(({ documentId }) => documentId)).toEqual(['b.md']);
    });

    it('drops a tenant whole, and nobody else', async () => {
      const [gone, stays] = [newTenant(), newTenant()];
      for (const tenant of [gone, stays]) await subject.backend.put(documentOf('# Yak\n\nyak\n', { tenant }), never);
      await subject.backend.remove(gone, 'other.md', 5n);
      expect(await subject.backend.drop(gone)).toMatchObject({ documents: 1, tombstones: 1, chunks: 1 });
      expect(await search(makeCaller(gone, [], 'me'), 'yak')).toEqual([]);
      expect(await Array.fromAsync(subject.backend.list(gone))).toEqual([]);
      expect(await search(makeCaller(stays, [], 'me'), 'yak')).toHaveLength(1);
      expect(await subject.backend.put(documentOf('# Yak\n\nyak\n', { tenant: gone }), never)).toMatchObject({ outcome: 'indexed' });
    });
  });
}
