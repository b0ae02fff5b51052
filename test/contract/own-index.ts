import { describe, expect, it } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import { documentOf } from '../support/documents.ts';
import { queryOf } from '../support/query.ts';
import { BILLING, never, type Open, subjectOf } from './subject.ts';

/** What a backend must do that cuts documents into passages, analyses and embeds them itself. */
export function ownIndexContract(name: string, open: Open): void {
  describe(`${name}: its own index`, () => {
    const subject = subjectOf(open);
    const { newTenant, search } = subject;

    it('cuts a document at its headings, and knows what it embedded of it', async () => {
      const tenant = newTenant();
      expect(await subject.backend.put(documentOf(BILLING, { tenant }), never)).toMatchObject({ outcome: 'indexed', chunks: 2 });
      const [first] = await search(makeCaller(tenant, [], 'me'), 'who opens a chargeback');
      expect(first).toMatchObject({ section: 'Billing > Chargebacks', text: 'A chargeback is opened by the bank of the buyer.' });
      expect(await Array.fromAsync(subject.backend.list(tenant))).toMatchObject([{ chunks: 2 }]);
      await subject.backend.put(documentOf(BILLING, { tenant, documentId: 'copy.md' }), never);
      expect(subject.embedder.embedded).toHaveLength(2);
      await subject.backend.remove(tenant, 'gone.md', 5n);
      expect(await subject.backend.drop(tenant)).toEqual({ documents: 2, tombstones: 1, chunks: 4, embeddings: 2 });
    });

    it('put twice leaves one copy and embeds nothing', async () => {
      const tenant = newTenant();
      const caller = makeCaller(tenant, [], 'me');
      await subject.backend.put(documentOf(BILLING, { tenant }), never);
      const before = await search(caller, 'refunds card');
      const embedded = subject.embedder.embedded.length;
      expect(await subject.backend.put(documentOf(BILLING, { tenant }), never)).toMatchObject({ outcome: 'unchanged' });
      expect(await subject.backend.put(documentOf(BILLING, { tenant, generation: 2n }), never)).toMatchObject({
        outcome: 'indexed',
        embedded: 0,
      });
      expect(subject.embedder.embedded.length).toBe(embedded);
      expect((await search(caller, 'refunds card')).map(({ id, text }) => [id, text])).toEqual(before.map(({ id, text }) => [id, text]));
    });

    it('renamed, a document embeds nothing', async () => {
      const tenant = newTenant();
      const body = '# The manual\n\nHow the numbat is fed.\n';
      await subject.backend.put(documentOf(body, { tenant, documentId: 'old/manual.md' }), never);
      const embedded = subject.embedder.embedded.length;
      await subject.backend.put(documentOf(body, { tenant, documentId: 'new/manual.md', generation: 2n }), never);
      await subject.backend.remove(tenant, 'old/manual.md', 1n);
      expect(subject.embedder.embedded.length).toBe(embedded);
      expect((await search(makeCaller(tenant, [], 'me'), 'numbat')).map(({ id }) => id)).toEqual(['new/manual.md:0']);
    });

    it('a changed paragraph of a document of 250 chunks embeds at most 2, wherever it stands', async () => {
      const tenant = newTenant();
      const paragraphs = Array.from({ length: 520 }, (_, i) =>
        `Paragraph ${i} of the long story. ${`It goes on about item ${i * 7} and what became of it. `.repeat(6)}`.trim(),
      );
      const { chunks } = await subject.backend.put(documentOf(`# Story\n\n${paragraphs.join('\n\n')}\n`, { tenant }), never);
      expect(chunks).toBeGreaterThanOrEqual(250);
      let generation = 1n;
      for (const at of [0, 1, 150, 249, 400, 518, 519]) {
        paragraphs[at] =
          `Rewritten at ${at}: ${'this paragraph now tells something else, at some more length than before. '.repeat(6)}`.trim();
        const { embedded } = await subject.backend.put(
          documentOf(`# Story\n\n${paragraphs.join('\n\n')}\n`, { tenant, generation: ++generation }),
          never,
        );
        expect(embedded).toBeGreaterThanOrEqual(1);
        expect(embedded).toBeLessThanOrEqual(2);
      }
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
  });
}
