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
      expect(put).toMatchObject({ outcome: 'indexed' });
      const [first] = await search(makeCaller(tenant, [], 'me'), 'who opens a chargeback');
      expect(first?.text).toContain('A chargeback is opened by the bank of the buyer.');
      expect(first?.section).toMatch(/^Billing > /);
      expect(first).toMatchObject({
        documentId: 'billing.md',
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
      const found = await search(makeCaller(tenant, ['hr'], 'me'), 'zyxwin bonus');
      const id = found.find(({ documentId }) => documentId === 'hr.md')?.id ?? '';
      const [restricted] = await subject.backend.passages(makeCaller(tenant, ['hr'], 'me'), [id], never);
      expect(restricted?.documentId).toBe('hr.md');
      expect(await subject.backend.passages(makeCaller(tenant, ['sales'], 'me'), [id, 'nobody.md:0'], never)).toEqual([]);
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
