import { describe, expect, it } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import { documentOf } from '../support/documents.ts';
import { queryOf } from '../support/query.ts';
import { BILLING, never, type Open, subjectOf } from './subject.ts';

/** What every backend must find of what it was given, and for whom. */
export function findingContract(name: string, open: Open): void {
  describe(`${name}: finding`, () => {
    const subject = subjectOf(open);
    const { newTenant, search, inEachArm, texts } = subject;

    it('finds what was put, with its section, source and metadata', async () => {
      const tenant = newTenant();
      const put = await subject.backend.put(
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
      await subject.backend.put(documentOf(BILLING, { tenant }), never);
      const [first] = await search(caller, 'chargeback');
      const opened = await subject.backend.passages(caller, [first?.id ?? ''], never);
      expect(opened.map(({ text }) => text)).toEqual([first?.text]);
      expect(
        await subject.backend.passages(caller, ['page.md:99', 'no such:0', 'page.md\u0000:0', '\ud800:0', 'nonsense', ''], never),
      ).toEqual([]);
    });

    it('keeps tenants apart', async () => {
      const [mine, theirs] = [newTenant(), newTenant()];
      await subject.backend.put(documentOf('# Secret\n\nThe vault code is bitcoin.\n', { tenant: theirs }), never);
      await subject.backend.put(documentOf('# Public\n\nNothing to see.\n', { tenant: mine }), never);
      const caller = makeCaller(mine, ['hr', '*'], 'me');
      expect(texts(await search(caller, 'vault code bitcoin'))).not.toMatch(/bitcoin/);
      expect(await inEachArm(caller, 'bitcoin')).not.toContainEqual(['secret.md']);
      const [hit] = await search(makeCaller(theirs, [], 'them'), 'bitcoin');
      expect(hit?.text).toMatch(/bitcoin/);
      expect((await subject.backend.passages(caller, [hit?.id ?? ''], never)).map(({ text }) => text)).not.toContain(hit?.text);
    });

    it('keeps access lists', async () => {
      const tenant = newTenant();
      const put = (documentId: string, acl: readonly string[]) =>
        subject.backend.put(documentOf(`# Pay ${documentId}\n\nThe zyxwin bonus of ${documentId}.\n`, { tenant, documentId, acl }), never);
      await put('open.md', ['*']);
      await put('hr.md', ['hr', 'finance']);
      await put('nobody.md', []);
      const seen = async (groups: readonly string[]) =>
        (await search(makeCaller(tenant, groups, 'me'), 'zyxwin bonus')).map(({ documentId }) => documentId).sort();
      expect(await seen([])).toEqual(['open.md']);
      expect(await seen(['sales'])).toEqual(['open.md']);
      expect(await seen(['sales', 'finance'])).toEqual(['hr.md', 'open.md']);
      const [restricted] = await subject.backend.passages(makeCaller(tenant, ['hr'], 'me'), ['hr.md:0'], never);
      expect(restricted?.documentId).toBe('hr.md');
      expect(await subject.backend.passages(makeCaller(tenant, ['sales'], 'me'), ['hr.md:0', 'nobody.md:0'], never)).toEqual([]);
    });

    it('finds the few passages that a caller may see among many that it may not', async () => {
      const tenant = newTenant();
      for (let i = 0; i < 60; i++)
        await subject.backend.put(
          documentOf(`# Zebra ${i}\n\nZebra crossing number ${i}.\n`, {
            tenant,
            documentId: `z${i}.md`,
            acl: i === 37 ? ['*'] : ['board'],
          }),
          never,
        );
      for (const found of await Promise.all(
        subject.backend.arms.map((arm) => arm.search(queryOf(makeCaller(tenant, [], 'me'), 'zebra crossing'))),
      )) {
        expect(found.candidates.length).toBeLessThanOrEqual(1);
      }
      expect((await search(makeCaller(tenant, [], 'me'), 'zebra crossing')).map(({ documentId }) => documentId)).toEqual(['z37.md']);
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
      for (const [documentId, body] of Object.entries(pages)) await subject.backend.put(documentOf(body, { tenant, documentId }), never);
      const lexical = async (text: string) => {
        const arm = subject.backend.arms.find(({ name }) => name === 'lexical') ?? subject.backend.arms[0];
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
      await subject.backend.put(
        documentOf('# Rückgabe\n\nDie Rechnungen werden nach der Rücksendung der Geräte innerhalb von vierzehn Tagen gutgeschrieben.\n', {
          tenant,
          documentId: 'de.md',
        }),
        never,
      );
      await subject.backend.put(
        documentOf('# Invoices\n\nThe invoices are credited within fourteen days after the devices have been returned to us.\n', {
          tenant,
          documentId: 'en.md',
        }),
        never,
      );
      const lexical = subject.backend.arms.find(({ name }) => name === 'lexical') ?? subject.backend.arms[0];
      const found = async (text: string) => (await lexical?.search(queryOf(caller, text)))?.candidates.map(({ id }) => id);
      expect(await found('Gutschrift einer Rechnung')).toEqual(['de.md:0']);
      expect(await found('crediting an invoice')).toEqual(['en.md:0']);
      const languages = (await Array.fromAsync(subject.backend.list(tenant))).map(({ language }) => language);
      expect(languages).toEqual(['de', 'en']);
    });

    it('a word that no document has takes nothing away, and a rare word counts for more than common ones', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      for (let i = 0; i < 20; i++)
        await subject.backend.put(
          documentOf(`# Note ${i}\n\nThe pump runs and the valve opens, as on every day.\n\nEntry ${i}.\n`, {
            tenant,
            documentId: `n${i}.md`,
          }),
          never,
        );
      await subject.backend.put(documentOf('# Other\n\nThe pump cavitates.\n', { tenant, documentId: 'rare.md' }), never);
      const lexical = subject.backend.arms.find(({ name }) => name === 'lexical') ?? subject.backend.arms[0];
      const found = await lexical?.search(queryOf(caller, 'pump valve opens every day cavitates xylophonist', { limit: 30 }));
      expect(found?.candidates).toHaveLength(21);
      const [first] = (await lexical?.search(queryOf(caller, 'pump cavitates xylophonist', { limit: 30 })))?.candidates ?? [];
      expect(first?.id).toBe('rare.md:0');
    });

    it('returns at most `limit`, and the same first ones', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      for (let i = 0; i < 12; i++)
        await subject.backend.put(documentOf(`# Ibex ${i}\n\nAn ibex on rock ${i}.\n`, { tenant, documentId: `i${i}.md` }), never);
      const ids = async (limit: number) => (await search(caller, 'ibex rock', limit)).map(({ id }) => id);
      const all = await ids(50);
      expect(all).toHaveLength(12);
      for (const limit of [1, 5, 11]) expect(await ids(limit)).toEqual(all.slice(0, limit));
    });

    it('stops when the signal aborts', async () => {
      const tenant = newTenant();
      const aborted = AbortSignal.abort(new Error('enough'));
      await expect(subject.backend.put(documentOf(BILLING, { tenant }), aborted)).rejects.toThrow('enough');
      const caller = makeCaller(tenant, [], 'me');
      for (const arm of subject.backend.arms) {
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
      await subject.backend.put(
        documentOf(`# Odd\n\n${odd.join('\n\n')}\n\na NUL \u0000 in it\n`, { tenant, documentId: `odd ${odd[2]}.md` }),
        never,
      );
      for (const text of odd) await search(makeCaller(tenant, ["a'b", 'c"d', '{}'], 'me'), text);
      expect((await search(makeCaller(tenant, [], 'me'), 'deployment'))[0]?.text).toMatch(/部署/);
    });
  });
}
