import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, makeCaller } from '../../shared/caller.ts';
import { Unavailable } from '../../shared/errors.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import type { RankedHit } from '../../shared/retrieval/pool.ts';
import { PROFILES } from '../../shared/retrieval/profiles.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { type CountingEmbedder, countingEmbedder } from '../fakes/embedder.ts';
import { documentOf } from '../support/documents.ts';
import { queryOf } from '../support/query.ts';

export interface Subject {
  readonly backend: RetrievalBackend;
}

const never = new AbortController().signal;
const BILLING =
  '# Billing\n\n## Refunds\n\nRefunds go back to the original card.\n\n## Chargebacks\n\nA chargeback is opened by the bank of the buyer.\n';

/** What every backend must do. `open` gives one with nothing in it. */
export function backendContract(name: string, open: (embedder: CountingEmbedder) => Promise<Subject>): void {
  describe(`${name}: the contract of a retrieval backend`, () => {
    let backend: RetrievalBackend;
    let embedder: CountingEmbedder;
    let tenants = 0;
    beforeAll(async () => {
      embedder = countingEmbedder();
      ({ backend } = await open(embedder));
    });
    afterAll(() => backend.close());

    /** A tenant that no other test has touched. */
    const newTenant = () => `tenant-${++tenants}`;
    const search = async (caller: Caller, text: string, limit = 10): Promise<readonly RankedHit[]> => {
      const { hits, degraded } = await retrieve(queryOf(caller, text, { limit }), {
        backend,
        profile: PROFILES.balanced,
        timeoutMs: 20_000,
      });
      expect(degraded).toEqual([]);
      return hits;
    };
    /** What each arm finds by itself, in document ids. */
    const inEachArm = (caller: Caller, text: string) =>
      Promise.all(
        backend.arms.map(async (arm) => {
          const { candidates } = await arm.search(queryOf(caller, text));
          const read = await backend.read(queryOf(caller, text), candidates, never);
          return read.flatMap((hit) => hit?.documentId ?? []);
        }),
      );
    const texts = (hits: readonly RankedHit[]) => hits.map(({ text }) => text).join('\n');

    it('finds what was put, with its section, source and metadata', async () => {
      const tenant = newTenant();
      const put = await backend.put(
        documentOf(`---\nproduct: cards\n---\n${BILLING}`, { tenant, documentId: 'billing.md', metadata: { locale: 'en' } }),
        never,
      );
      expect(put).toMatchObject({ outcome: 'indexed', chunks: 2 });
      const [first] = await search(makeCaller(tenant, [], 'me'), 'who opens a chargeback');
      expect(first).toMatchObject({
        documentId: 'billing.md',
        section: 'Billing > Chargebacks',
        text: 'A chargeback is opened by the bank of the buyer.',
        source: { title: 'Billing', updatedAt: new Date('2026-01-02T03:04:05Z') },
        metadata: { product: 'cards', locale: 'en' },
      });
    });

    it('opens a passage by its id', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      await backend.put(documentOf(BILLING, { tenant }), never);
      const [first] = await search(caller, 'chargeback');
      const opened = await backend.passages(caller, [first?.id ?? ''], never);
      expect(opened.map(({ text }) => text)).toEqual([first?.text]);
      expect(await backend.passages(caller, ['page.md:99', 'no such:0', 'page.md\u0000:0', '\ud800:0', 'nonsense', ''], never)).toEqual([]);
    });

    it('keeps tenants apart', async () => {
      const [mine, theirs] = [newTenant(), newTenant()];
      await backend.put(documentOf('# Secret\n\nThe vault code is bitcoin.\n', { tenant: theirs }), never);
      await backend.put(documentOf('# Public\n\nNothing to see.\n', { tenant: mine }), never);
      const caller = makeCaller(mine, ['hr', '*'], 'me');
      expect(texts(await search(caller, 'vault code bitcoin'))).not.toMatch(/bitcoin/);
      expect(await inEachArm(caller, 'bitcoin')).not.toContainEqual(['secret.md']);
      const [hit] = await search(makeCaller(theirs, [], 'them'), 'bitcoin');
      expect(hit?.text).toMatch(/bitcoin/);
      expect((await backend.passages(caller, [hit?.id ?? ''], never)).map(({ text }) => text)).not.toContain(hit?.text);
    });

    it('keeps access lists', async () => {
      const tenant = newTenant();
      const put = (documentId: string, acl: readonly string[]) =>
        backend.put(documentOf(`# Pay ${documentId}\n\nThe zyxwin bonus of ${documentId}.\n`, { tenant, documentId, acl }), never);
      await put('open.md', ['*']);
      await put('hr.md', ['hr', 'finance']);
      await put('nobody.md', []);
      const seen = async (groups: readonly string[]) =>
        (await search(makeCaller(tenant, groups, 'me'), 'zyxwin bonus')).map(({ documentId }) => documentId).sort();
      expect(await seen([])).toEqual(['open.md']);
      expect(await seen(['sales'])).toEqual(['open.md']);
      expect(await seen(['sales', 'finance'])).toEqual(['hr.md', 'open.md']);
      const [restricted] = await backend.passages(makeCaller(tenant, ['hr'], 'me'), ['hr.md:0'], never);
      expect(restricted?.documentId).toBe('hr.md');
      expect(await backend.passages(makeCaller(tenant, ['sales'], 'me'), ['hr.md:0', 'nobody.md:0'], never)).toEqual([]);
    });

    it('finds the few passages that a caller may see among many that it may not', async () => {
      const tenant = newTenant();
      for (let i = 0; i < 60; i++)
        await backend.put(
          documentOf(`# Zebra ${i}\n\nZebra crossing number ${i}.\n`, {
            tenant,
            documentId: `z${i}.md`,
            acl: i === 37 ? ['*'] : ['board'],
          }),
          never,
        );
      for (const found of await Promise.all(
        backend.arms.map((arm) => arm.search(queryOf(makeCaller(tenant, [], 'me'), 'zebra crossing'))),
      )) {
        expect(found.candidates.length).toBeLessThanOrEqual(1);
      }
      expect((await search(makeCaller(tenant, [], 'me'), 'zebra crossing')).map(({ documentId }) => documentId)).toEqual(['z37.md']);
    });

    it('put twice leaves one copy and embeds nothing', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      await backend.put(documentOf(BILLING, { tenant }), never);
      const before = await search(caller, 'refunds card');
      const embedded = embedder.embedded.length;
      expect(await backend.put(documentOf(BILLING, { tenant }), never)).toMatchObject({ outcome: 'unchanged' });
      expect(await backend.put(documentOf(BILLING, { tenant, generation: 2n }), never)).toMatchObject({ outcome: 'indexed', embedded: 0 });
      expect(embedder.embedded.length).toBe(embedded);
      expect((await search(caller, 'refunds card')).map(({ id, text }) => [id, text])).toEqual(before.map(({ id, text }) => [id, text]));
    });

    it('an older generation never replaces a newer one', async () => {
      const tenant = newTenant();
      await backend.put(documentOf('# Two\n\nversiontwo\n', { tenant, generation: 20n }), never);
      expect(await backend.put(documentOf('# One\n\nversionone\n', { tenant, generation: 10n }), never)).toMatchObject({
        outcome: 'stale',
      });
      expect(texts(await search(makeCaller(tenant, [], 'me'), 'versionone versiontwo'))).toBe('versiontwo');
    });

    it('remove makes it unfindable in every arm', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      await backend.put(documentOf('# E-4021\n\nThe walrus code E-4021.\n', { tenant, documentId: 'walrus.md' }), never);
      expect(await inEachArm(caller, 'walrus E-4021')).toEqual(backend.arms.map(() => ['walrus.md']));
      await backend.remove(tenant, 'walrus.md', 1n);
      await backend.remove(tenant, 'walrus.md', 1n);
      expect(await inEachArm(caller, 'walrus E-4021')).toEqual(backend.arms.map(() => []));
      expect(await backend.passages(caller, ['walrus.md:0'], never)).toEqual([]);
    });

    it('a removal of an older generation leaves the newer one alone', async () => {
      const tenant = newTenant();
      await backend.put(documentOf('# Now\n\nnarwhal\n', { tenant, generation: 20n }), never);
      await backend.remove(tenant, 'page.md', 10n);
      expect(await search(makeCaller(tenant, [], 'me'), 'narwhal')).toHaveLength(1);
    });

    it('a late finalize does not revive a tombstone, a new upload does', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      await backend.remove(tenant, 'page.md', 20n);
      for (const generation of [10n, 20n]) {
        expect(await backend.put(documentOf('# Ghost\n\nghost\n', { tenant, generation }), never)).toMatchObject({ outcome: 'stale' });
      }
      expect(await search(caller, 'ghost')).toEqual([]);
      await backend.put(documentOf('# Back\n\nghost again\n', { tenant, generation: 30n }), never);
      expect(texts(await search(caller, 'ghost'))).toBe('ghost again');
    });

    it('a shorter version leaves no tail', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      const long = Array.from({ length: 8 }, (_, i) => `## Part ${i}\n\nquagga${i} text\n`).join('\n');
      await backend.put(documentOf(`# Guide\n\n${long}`, { tenant, generation: 1n }), never);
      expect(texts(await search(caller, 'quagga7'))).toMatch(/quagga7/);
      await backend.put(documentOf('# Guide\n\nnothing left\n', { tenant, generation: 2n }), never);
      expect(texts(await search(caller, 'quagga7'))).not.toMatch(/quagga/);
      expect(await backend.passages(caller, ['page.md:7'], never)).toEqual([]);
    });

    it('changes access and metadata without embedding', async () => {
      const tenant = newTenant();
      const stranger = makeCaller(tenant, [], 'me');
      const body = '---\nproduct: pump\n---\n# Plans\n\nThe zeppelin launches in May.\n';
      await backend.put(documentOf(body, { tenant, metadata: { locale: 'en' } }), never);
      const embedded = embedder.embedded.length;
      const described = documentOf(body, {
        tenant,
        metageneration: 2n,
        acl: ['board'],
        metadata: { stage: 'draft' },
        read: async () => {
          throw new Error('a change of metadata needs no bytes');
        },
      });
      expect(await backend.put(described, never)).toMatchObject({ outcome: 'described', embedded: 0 });
      expect(embedder.embedded.length).toBe(embedded);
      expect(await search(stranger, 'zeppelin')).toEqual([]);
      const [hit] = await search(makeCaller(tenant, ['board'], 'me'), 'zeppelin');
      expect(hit?.metadata).toEqual({ language: 'en', product: 'pump', stage: 'draft' });
      expect(await backend.put(documentOf(body, { tenant }), never)).toMatchObject({ outcome: 'stale' });
    });

    it('records a document that can not be indexed, and takes its older version away', async () => {
      const tenant = newTenant();
      await backend.put(documentOf('# Old\n\nokapi\n', { tenant }), never);
      const failed = await backend.put(documentOf('', { tenant, generation: 2n }), never);
      expect(failed).toMatchObject({ outcome: 'failed', code: 'EMPTY_DOCUMENT' });
      expect(failed.reason).toMatch(/no text/);
      expect(await search(makeCaller(tenant, [], 'me'), 'okapi')).toEqual([]);
      expect(await Array.fromAsync(backend.list(tenant))).toMatchObject([{ documentId: 'page.md', state: 'failed', generation: 2n }]);
    });

    it('finds text in scripts without spaces, and both scripts of a mixed question', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      const pages = {
        'zh.md': '# 部署指南\n\n本文说明如何把服务部署到生产环境,并在失败时回滚到上一个版本。\n',
        'ja.md': '# 設定\n\nサーバーのデフォルトの設定では、ポート番号は八千八十です。変更するには設定ファイルを編集します。\n',
        'th.md': '# คู่มือ\n\nเอกสารนี้อธิบายวิธีการติดตั้งเซิร์ฟเวอร์และการตั้งค่าเครือข่ายสำหรับผู้ดูแลระบบ\n',
        'ko.md': '# 설치\n\n브라우저에 서버의 IP 주소를 입력하고 로그인한 다음 설정을 저장합니다.\n',
        'go.md': '# Go deployment\n\nBuild the binary and start the deployment of the service with one command.\n',
      };
      for (const [documentId, body] of Object.entries(pages)) await backend.put(documentOf(body, { tenant, documentId }), never);
      const lexical = async (text: string) => {
        const arm = backend.arms.find(({ name }) => name === 'lexical') ?? backend.arms[0];
        return (await arm?.search(queryOf(caller, text)))?.candidates.map(({ id }) => id);
      };
      expect(await lexical('回滚到上一个版本')).toEqual(['zh.md:0']);
      expect((await lexical('ポート番号'))?.[0]).toBe('ja.md:0');
      expect(await lexical('การตั้งค่าเครือข่าย')).toEqual(['th.md:0']);
      expect(await lexical('서버의 IP 주소')).toEqual(['ko.md:0']);
      expect((await lexical('go 部署 deployment'))?.slice().sort()).toEqual(['go.md:0', 'zh.md:0']);
    });

    it('analyses a document in its own language, and a question in every language of its tenant', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      await backend.put(
        documentOf('# Rückgabe\n\nDie Rechnungen werden nach der Rücksendung der Geräte innerhalb von vierzehn Tagen gutgeschrieben.\n', {
          tenant,
          documentId: 'de.md',
        }),
        never,
      );
      await backend.put(
        documentOf('# Invoices\n\nThe invoices are credited within fourteen days after the devices have been returned to us.\n', {
          tenant,
          documentId: 'en.md',
        }),
        never,
      );
      const lexical = backend.arms.find(({ name }) => name === 'lexical') ?? backend.arms[0];
      const found = async (text: string) => (await lexical?.search(queryOf(caller, text)))?.candidates.map(({ id }) => id);
      expect(await found('Gutschrift einer Rechnung')).toEqual(['de.md:0']);
      expect(await found('crediting an invoice')).toEqual(['en.md:0']);
      const languages = (await Array.fromAsync(backend.list(tenant))).map(({ language }) => language);
      expect(languages).toEqual(['de', 'en']);
    });

    it('notes what failed for the moment, keeps the older version searchable, and clears the note when it succeeds', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      const down = { read: async () => Promise.reject(new Unavailable('Cloud Storage failed.')) };
      const head = async () => (await Array.fromAsync(backend.list(tenant)))[0];
      for (const tries of [1, 2]) {
        await expect(backend.put(documentOf('', { tenant, ...down }), never)).rejects.toThrow('Cloud Storage failed.');
        expect(await head()).toMatchObject({ state: 'failed', failure: { code: 'UNAVAILABLE' }, tries, chunks: 0 });
      }
      await backend.put(documentOf('# One\n\nquokka\n', { tenant }), never);
      expect(await head()).toMatchObject({ state: 'active', failure: undefined, tries: 0, chunks: 1 });
      await expect(backend.put(documentOf('', { tenant, generation: 2n, ...down }), never)).rejects.toThrow('Cloud Storage failed.');
      expect(await head()).toMatchObject({ state: 'active', generation: 1n, failure: { code: 'UNAVAILABLE' }, tries: 1 });
      expect(texts(await search(caller, 'quokka'))).toBe('quokka');
      await backend.put(documentOf('# Two\n\nquokka two\n', { tenant, generation: 2n }), never);
      expect(await head()).toMatchObject({ state: 'active', generation: 2n, failure: undefined, tries: 0 });
      await backend.remove(tenant, 'page.md', 3n);
      await expect(backend.put(documentOf('', { tenant, generation: 2n, ...down }), never)).resolves.toMatchObject({ outcome: 'stale' });
      expect(await head()).toMatchObject({ state: 'deleted', failure: undefined });
      await expect(backend.put(documentOf('', { tenant, generation: 4n, ...down }), never)).rejects.toThrow('Cloud Storage failed.');
      expect(await head()).toMatchObject({ state: 'failed', generation: 4n, tries: 1 });
      await expect(backend.put(documentOf('', { tenant, generation: 5n, ...down }), never)).rejects.toThrow('Cloud Storage failed.');
      expect(await head()).toMatchObject({ state: 'failed', generation: 5n, tries: 1 });
    });

    it('counts how often a document was tried that can not be indexed', async () => {
      const tenant = newTenant();
      for (const tries of [1, 2, 3]) {
        await backend.put(documentOf('', { tenant }), never, true);
        expect(await backend.put(documentOf('', { tenant }), never)).toMatchObject({ outcome: 'unchanged' });
        expect(await Array.fromAsync(backend.list(tenant))).toMatchObject([
          { state: 'failed', tries, lagMs: undefined, failure: { code: 'EMPTY_DOCUMENT' } },
        ]);
      }
      await backend.put(documentOf('', { tenant, generation: 2n }), never);
      expect(await Array.fromAsync(backend.list(tenant))).toMatchObject([{ state: 'failed', tries: 1 }]);
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
      await expect(backend.put(slow, time.signal)).rejects.toMatchObject({ code: 'TIMEOUT' });
      expect(await Array.fromAsync(backend.list(tenant))).toMatchObject([{ state: 'failed', failure: { code: 'TIMEOUT' }, tries: 1 }]);
    });

    it('renamed, a document embeds nothing', async () => {
      const tenant = newTenant();
      const body = '# The manual\n\nHow the numbat is fed.\n';
      await backend.put(documentOf(body, { tenant, documentId: 'old/manual.md' }), never);
      const embedded = embedder.embedded.length;
      await backend.put(documentOf(body, { tenant, documentId: 'new/manual.md', generation: 2n }), never);
      await backend.remove(tenant, 'old/manual.md', 1n);
      expect(embedder.embedded.length).toBe(embedded);
      expect((await search(makeCaller(tenant, [], 'me'), 'numbat')).map(({ id }) => id)).toEqual(['new/manual.md:0']);
    });

    it('lists what it knows of each document, and names its tenants', async () => {
      const tenant = newTenant();
      await backend.put(documentOf(BILLING, { tenant, updatedAt: new Date(Date.now() - 60_000) }), never);
      expect(await backend.tenants()).toContain(tenant);
      const [document] = await Array.fromAsync(backend.list(tenant));
      expect(document).toMatchObject({ title: 'Billing', mediaType: 'text/markdown', chunks: 2, complete: true, tries: 0 });
      expect(document?.lagMs).toBeGreaterThanOrEqual(60_000);
      expect(document?.lagMs).toBeLessThan(120_000);
      expect(document?.indexedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    });

    it('two equal files are two documents: deleting one leaves the other citable', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      const embedded = embedder.embedded.length;
      for (const documentId of ['a.md', 'b.md'])
        await backend.put(documentOf('# Same\n\nThe same tapir.\n', { tenant, documentId }), never);
      expect(embedder.embedded.length - embedded).toBe(1);
      expect(await search(caller, 'tapir')).toHaveLength(1);
      await backend.remove(tenant, 'a.md', 1n);
      expect((await search(caller, 'tapir')).map(({ documentId }) => documentId)).toEqual(['b.md']);
    });

    it('a changed paragraph of a document of 250 chunks embeds at most 2, wherever it stands', async () => {
      const tenant = newTenant();
      const paragraphs = Array.from({ length: 520 }, (_, i) =>
        `Paragraph ${i} of the long story. ${`It goes on about item ${i * 7} and what became of it. `.repeat(6)}`.trim(),
      );
      const { chunks } = await backend.put(documentOf(`# Story\n\n${paragraphs.join('\n\n')}\n`, { tenant }), never);
      expect(chunks).toBeGreaterThanOrEqual(250);
      let generation = 1n;
      for (const at of [0, 1, 150, 249, 400, 518, 519]) {
        paragraphs[at] =
          `Rewritten at ${at}: ${'this paragraph now tells something else, at some more length than before. '.repeat(6)}`.trim();
        const { embedded } = await backend.put(
          documentOf(`# Story\n\n${paragraphs.join('\n\n')}\n`, { tenant, generation: ++generation }),
          never,
        );
        expect(embedded).toBeGreaterThanOrEqual(1);
        expect(embedded).toBeLessThanOrEqual(2);
      }
    });

    it('a word that no document has takes nothing away, and a rare word counts for more than common ones', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      for (let i = 0; i < 20; i++)
        await backend.put(
          documentOf(`# Note ${i}\n\nThe pump runs and the valve opens, as on every day.\n\nEntry ${i}.\n`, {
            tenant,
            documentId: `n${i}.md`,
          }),
          never,
        );
      await backend.put(documentOf('# Other\n\nThe pump cavitates.\n', { tenant, documentId: 'rare.md' }), never);
      const lexical = backend.arms.find(({ name }) => name === 'lexical') ?? backend.arms[0];
      const found = await lexical?.search(queryOf(caller, 'pump valve opens every day cavitates xylophonist', { limit: 30 }));
      expect(found?.candidates).toHaveLength(21);
      const [first] = (await lexical?.search(queryOf(caller, 'pump cavitates xylophonist', { limit: 30 })))?.candidates ?? [];
      expect(first?.id).toBe('rare.md:0');
    });

    it('returns at most `limit`, and the same first ones', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      for (let i = 0; i < 12; i++)
        await backend.put(documentOf(`# Ibex ${i}\n\nAn ibex on rock ${i}.\n`, { tenant, documentId: `i${i}.md` }), never);
      const ids = async (limit: number) => (await search(caller, 'ibex rock', limit)).map(({ id }) => id);
      const all = await ids(50);
      expect(all).toHaveLength(12);
      for (const limit of [1, 5, 11]) expect(await ids(limit)).toEqual(all.slice(0, limit));
    });

    it('stops when the signal aborts', async () => {
      const tenant = newTenant();
      const aborted = AbortSignal.abort(new Error('enough'));
      await expect(backend.put(documentOf(BILLING, { tenant }), aborted)).rejects.toThrow('enough');
      const caller = makeCaller(tenant, [], 'me');
      for (const arm of backend.arms) {
        await expect(arm.search(queryOf(caller, 'refunds E-1', { signal: aborted }))).rejects.toThrow('enough');
      }
      expect(await search(caller, 'refunds')).toEqual([]);
    });

    it('an empty corpus gives an empty list', async () => {
      expect(await search(makeCaller(newTenant(), [], 'me'), 'anything at all, E-4021')).toEqual([]);
    });

    it('any text is safe to search and to store', async () => {
      const tenant = newTenant();
      const odd = [
        "What's new?",
        'a & b | !c',
        "O'Reilly:*",
        '<-> <2>',
        '(((',
        '"open',
        '\\',
        '%_',
        '部署 deployment',
        '👩‍👩‍👧',
        "'); DROP TABLE kb_chunk; --",
        '$1 $2',
        '{}',
        '[]',
        'e\u0301',
        'ﬁ',
        '\u202eabc',
      ];
      await backend.put(
        documentOf(`# Odd\n\n${odd.join('\n\n')}\n\na NUL \u0000 in it\n`, { tenant, documentId: `odd ${odd[2]}.md` }),
        never,
      );
      for (const text of odd) await search(makeCaller(tenant, ["a'b", 'c"d', '{}'], 'me'), text);
      expect((await search(makeCaller(tenant, [], 'me'), 'deployment'))[0]?.text).toMatch(/部署/);
    });

    it('drops a tenant whole, and nobody else', async () => {
      const [gone, stays] = [newTenant(), newTenant()];
      for (const tenant of [gone, stays]) await backend.put(documentOf('# Yak\n\nyak\n', { tenant }), never);
      await backend.remove(gone, 'other.md', 5n);
      expect(await backend.drop(gone)).toEqual({ documents: 1, tombstones: 1, chunks: 1, embeddings: 1 });
      expect(await search(makeCaller(gone, [], 'me'), 'yak')).toEqual([]);
      expect(await Array.fromAsync(backend.list(gone))).toEqual([]);
      expect(await search(makeCaller(stays, [], 'me'), 'yak')).toHaveLength(1);
      expect(await backend.put(documentOf('# Yak\n\nyak\n', { tenant: gone }), never)).toMatchObject({ outcome: 'indexed' });
    });
  });
}
