import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import { Unavailable } from '../../shared/errors.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { reembed } from '../../shared/retrieval/pgvector/reembed.ts';
import { createStore, type Store } from '../../shared/retrieval/pgvector/store/store.ts';
import { queryTerms } from '../../shared/retrieval/pgvector/terms.ts';
import { PROFILES } from '../../shared/retrieval/profiles.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { createBm25 } from '../bm25/formula.ts';
import { type CountingEmbedder, countingEmbedder } from '../fakes/embedder.ts';
import { vectorOf } from '../fakes/vectors.ts';
import { documentOf } from '../support/documents.ts';
import { queryOf } from '../support/query.ts';
import { backendOver, type TestBackend } from '../support/stores.ts';

const never = new AbortController().signal;

/** What the figures of searches in our own Postgres mean on every engine: cosines, BM25 scores, versions. */
export function scoresContract(name: string, open: (embedder: CountingEmbedder) => Promise<TestBackend>): void {
  describe(`${name}: figures`, () => {
    let subject: TestBackend;
    let backend: RetrievalBackend;
    let store: Store;
    const embedder = countingEmbedder();
    beforeAll(async () => {
      subject = await open(embedder);
      ({ backend } = subject);
      store = createStore(subject.driver, { read: 20_000, write: 20_000 });
    });
    afterAll(() => backend.close());

    const searchArm = async (of: RetrievalBackend, arm: string, tenant: string, text: string) => {
      const found = await of.arms.find((each) => each.name === arm)?.search(queryOf(makeCaller(tenant, [], 'me'), text, { explain: true }));
      return found ?? { candidates: [], path: 'no such arm' };
    };
    const cosine = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

    it('compares passages by cosines, and says nothing for one that is not there as it was', async () => {
      const texts = ['The pump leaks oil.', 'The pump leaks water.', 'A refund takes a week.'];
      for (const [i, text] of texts.entries())
        await backend.put(documentOf(`# Page\n\n${text}\n`, { tenant: 'compared', documentId: `p${i}.md` }), never);
      const { candidates } = await searchArm(backend, 'dense', 'compared', 'leaks oil');
      expect(candidates).toHaveLength(3);
      const gone = { id: 'p0.md:0', version: 'ab'.repeat(32) };
      const nearness = await backend.compare?.(queryOf(makeCaller('compared', [], 'me'), 'leaks oil'), [...candidates, gone]);
      const vectors = candidates.map(({ id }) => vectorOf(`Page\n\n${texts[Number(/\d/.exec(id)?.[0])]}`, embedder.dimensions));
      for (const [i, vector] of vectors.entries()) {
        const wanted = cosine(vectorOf('leaks oil', embedder.dimensions), vector);
        // Half the precision of a float32 where vectors are stored so.
        expect(nearness?.relevance[i]).toBeCloseTo(wanted, 2);
        expect(candidates[i]?.score).toBeCloseTo(wanted, 2);
        for (const [j, other] of vectors.entries()) expect(nearness?.similarity(i, j)).toBeCloseTo(cosine(vector, other), 2);
        expect(nearness?.similarity(i, vectors.length)).toBe(0);
      }
      expect(nearness?.relevance[vectors.length]).toBe(0);
      await backend.remove('compared', 'p2.md', 1n);
      const read = await backend.read(queryOf(makeCaller('compared', [], 'me'), 'leaks oil'), candidates, never);
      expect(read.filter((hit) => hit)).toHaveLength(2);
    });

    it('gives a tenant another version with every kind of write, and with no search', async () => {
      const tenant = 'versioned';
      const seen: string[] = [];
      const look = async () => (await backend.version?.(tenant, never)) ?? 'none';
      const changes = async (write: () => Promise<unknown>) => {
        await write();
        const version = await look();
        expect(await look()).toBe(version);
        expect(seen).not.toContain(version);
        seen.push(version);
      };
      seen.push(await look());
      await changes(() => backend.put(documentOf('# One\n\none\n', { tenant }), never));
      await changes(() => backend.put(documentOf('# One\n\none\n', { tenant, metageneration: 2n, acl: ['hr'] }), never));
      await changes(() => backend.put(documentOf('# Two\n\ntwo\n', { tenant, generation: 2n }), never));
      await changes(() => backend.put(documentOf('# Other\n\nother\n', { tenant, documentId: 'other.md' }), never));
      await changes(() => backend.put(documentOf('', { tenant, generation: 3n }), never));
      const down = async () => Promise.reject(new Unavailable('down'));
      await changes(() => backend.put(documentOf('', { tenant, generation: 4n, read: down }), never).catch(() => {}));
      await changes(() => backend.remove(tenant, 'other.md', 1n));
      await changes(() => backend.put(documentOf('# Back\n\nback\n', { tenant, documentId: 'other.md', generation: 2n }), never));
      const other = countingEmbedder('second/64');
      await changes(() => reembed(store, other, { tenant, signal: never, onProgress: () => {} }));

      const version = await look();
      const query = queryOf(makeCaller(tenant, [], 'me'), 'back', { explain: true });
      expect((await retrieve(query, { backend, profile: PROFILES.balanced, timeoutMs: 20_000 })).hits).toHaveLength(1);
      expect(await look()).toBe(version);

      await backend.drop(tenant);
      expect(await look()).not.toBe(version);
      await changes(() => backend.put(documentOf('# One\n\none\n', { tenant }), never));
    });

    it('tells tenants apart by their versions', async () => {
      await backend.put(documentOf('# One\n\none\n', { tenant: 'busy' }), never);
      const before = await backend.version?.('busy', never);
      await backend.put(documentOf('# One\n\none\n', { tenant: 'other' }), never);
      expect(await backend.version?.('busy', never)).toBe(before);
    });

    describe('of BM25', () => {
      const TEXTS = [
        'The pump leaks oil.',
        'The valve leaks and the valve whistles.',
        'Nothing happens here on any other day.',
        'Oil the pump.',
      ];
      const WAYS = {
        measured: {},
        'scope first': { paths: { dense: 1e9, bm25: 1e9, tsvector: 1e9 } },
        'by the index': { paths: { dense: 0, bm25: 0, tsvector: -1 } },
      };
      const QUESTION = 'pump leaks oil';
      const scoresOf = async (options: object) => {
        // New each time: nothing that was counted before is known.
        const { candidates } = await searchArm(await backendOver(store, embedder, options), 'lexical', 'middle', QUESTION);
        return new Map(candidates.map(({ id, score }) => [id, score]));
      };
      beforeAll(async () => {
        for (const [i, text] of TEXTS.entries())
          await backend.put(documentOf(`# Page\n\n${text}\n`, { tenant: 'middle', documentId: `p${i}.md` }), never);
      });

      it.each(Object.entries(WAYS))('are the formula’s, %s', async (_, options) => {
        const { rows, terms } = await subject.driver.transaction([], async (session) => ({
          rows: await session.query<{ id: string; terms: string }>(
            "SELECT document_id || ':' || ordinal AS id, search_text AS terms FROM kb_chunk WHERE tenant = 'middle'",
          ),
          terms: await session.query<{ terms: string }>("SELECT kb_query_lexemes('middle', $1) AS terms", [queryTerms(QUESTION)]),
        }));
        const wanted = createBm25(rows.map((row) => ({ id: row.id, terms: row.terms.split(' ') })))(terms[0]?.terms.split(' ') ?? []);
        const found = await scoresOf(options);
        expect([...found.keys()].sort()).toEqual(wanted.map(({ id }) => id).sort());
        for (const { id, score } of wanted) expect(found.get(id)).toBeCloseTo(score, 4);
      });

      it('of a tenant are its own: they do not depend on what others hold', async () => {
        const before = await Promise.all(Object.values(WAYS).map(scoresOf));
        for (const tenant of ['a-first', 'z-last'])
          for (let i = 0; i < 30; i++)
            await backend.put(
              documentOf(`# Page\n\nPump, pump and pump again. ${'It leaks. '.repeat(i)}\n`, { tenant, documentId: `p${i}.md` }),
              never,
            );
        expect(await Promise.all(Object.values(WAYS).map(scoresOf))).toEqual(before);
        await backend.drop('a-first');
        expect(await Promise.all(Object.values(WAYS).map(scoresOf))).toEqual(before);
      });
    });
  });
}
