import fc from 'fast-check';
import pMap from 'p-map';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { parseFilter } from '../../shared/retrieval/filter.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { checkUnicode } from '../access/unicode.ts';
import { type CountingEmbedder, countingEmbedder } from '../fakes/embedder.ts';
import { documentOf } from '../support/documents.ts';
import { queryOf } from '../support/query.ts';
import { profileFor } from './subject.ts';

const never = new AbortController().signal;
/** Of 200 documents: all, one in ten, one in a hundred, and one. */
const SLICES = { all: 200, tenth: 20, hundredth: 2, one: 1, none: 0 } as const;

export interface SearchContractOptions {
  readonly unicodeQueries: number;
  /** The arms that bring as much of a scope as is wanted. */
  readonly arms?: readonly string[];
}

/** What every backend must do of filters, days and odd questions. `open` gives one with nothing in it, which indexes 50 vectors or more. */
export function searchContract(
  name: string,
  open: (embedder: CountingEmbedder, options: { hnswMinVectors: number }) => Promise<{ readonly backend: RetrievalBackend }>,
  { unicodeQueries, arms = ['lexical', 'dense'] }: SearchContractOptions,
): void {
  describe(`${name}: searching`, () => {
    let backend: RetrievalBackend;
    const caller = makeCaller('sliced', [], 'me');
    beforeAll(async () => {
      ({ backend } = await open(countingEmbedder(), { hnswMinVectors: 50 }));
      const put = (i: number) => {
        const slice = Object.entries(SLICES).flatMap(([slice, count]) => (count > 0 && i % (SLICES.all / count) === 0 ? [slice] : []));
        const facts = { tenant: 'sliced', documentId: `p${i}.md`, metadata: { slice } };
        return backend.put(documentOf(`# Page ${i}\n\nThe zebra crosses road number ${i}.\n`, facts), never);
      };
      await pMap(Array(SLICES.all).keys(), put, { concurrency: 16 });
      await backend.maintain(never);
    }, 120_000);
    afterAll(() => backend.close());

    const armOf = (wanted: string) => {
      const arm = backend.arms.find((each) => each.name === wanted);
      if (!arm) throw new Error(`no arm ${wanted}`);
      return arm;
    };
    const ids = async (text: string, more: Parameters<typeof queryOf>[2] = {}, asking = caller) =>
      (await retrieve(queryOf(asking, text, more), { backend, profile: profileFor(backend), timeoutMs: 20_000 })).hits.map(({ id }) => id);

    describe.each(Object.entries(SLICES))('a filter that keeps %s: %i of 200', (slice, matching) => {
      it.each([1, 6, 50, 100])('leaves as many as match, up to %i', async (limit) => {
        const query = queryOf(caller, 'zebra crosses road', { limit, filter: parseFilter({ slice }) });
        const inSlice = (id: string) => matching > 0 && Number(/^p(\d+)/.exec(id)?.[1]) % (SLICES.all / matching) === 0;
        for (const arm of arms) {
          const { candidates } = await armOf(arm).search(query);
          expect(candidates.map(({ id }) => id).filter(inSlice)).toHaveLength(Math.min(limit, matching));
          expect(candidates).toHaveLength(Math.min(limit, matching));
        }
        expect(await ids(query.text, query)).toHaveLength(Math.min(limit, matching));
      });
    });

    it.runIf(arms.includes('lexical'))('counts the documents of an identifier within the filter alone', async () => {
      for (let i = 0; i < 9; i++)
        await backend.put(
          documentOf(`# E-4021 in part ${i}\n\nwombat\n`, { tenant: 'coded', documentId: `e${i}.md`, metadata: { part: i % 3 } }),
          never,
        );
      const found = async (filter: unknown) => {
        const query = queryOf(makeCaller('coded', [], 'me'), 'what is E-4021', { filter: parseFilter(filter) });
        return (await armOf('identifier').search(query)).candidates.map(({ id }) => id);
      };
      expect(await found({})).toEqual([]);
      expect(await found({ part: 1 })).toEqual(['e1.md:0', 'e4.md:0', 'e7.md:0']);
    });

    it('compares numbers in text that holds them, and fails for none that only looks like one', async () => {
      const tiers = ['9', ' 10 ', '11.5', '\u200512', '١٣', '1e2', 'ten', '', '-3'];
      for (const [i, tier] of tiers.entries())
        await backend.put(documentOf(`# Tier\n\nquokka ${i}\n`, { tenant: 'tiers', documentId: `t${i}.md`, metadata: { tier } }), never);
      const found = await ids('quokka', { filter: parseFilter({ tier: { gt: 9 } }) }, makeCaller('tiers', [], 'me'));
      expect(found.map((id) => id.replace(/:[^:]*$/, '')).sort()).toEqual(['t1.md', 't2.md']);
    });

    it('finds what is in force on the day that is asked about, in every arm', async () => {
      const rules = {
        old: { effective_until: '2025' },
        now: { effective_from: '2026-01-01', effective_until: '2026-06' },
        next: { effective_from: '2026-07' },
      };
      for (const [documentId, metadata] of Object.entries(rules))
        await backend.put(
          documentOf('# Rule R-17\n\nThe rule about the okapi.\n', { tenant: 'dated', documentId: `${documentId}.md`, metadata }),
          never,
        );
      const on = async (day: string) =>
        Promise.all(
          backend.arms.map(async (arm) => {
            const { candidates } = await arm.search(queryOf(makeCaller('dated', [], 'me'), 'okapi rule R-17', { day }));
            return candidates.map(({ id }) => id.replace(/:[^:]*$/, ''));
          }),
        );
      for (const [day, document] of [
        ['2025-12-31', 'old'],
        ['2026-01-01', 'now'],
        ['2026-06-30', 'now'],
        ['2026-07-01', 'next'],
      ] as const)
        expect(await on(day)).toEqual(backend.arms.map(() => [`${document}.md`]));
      const then = queryOf(makeCaller('dated', [], 'me'), 'okapi rule R-17', { day: '2025-12-31' });
      const [old] = (await backend.arms[0]?.search(then))?.candidates ?? [];
      const opened = await backend.passages(then.caller, [old?.id ?? ''], never);
      expect(opened).toHaveLength(1);
    });

    it('finds nothing for a question without a letter or a digit', async () => {
      for (const text of ['?', '...', ' ', '', '!?*&|<->', '👍', "''"]) expect(await ids(text)).toEqual([]);
    });

    it.runIf(arms.includes('lexical'))('loses nothing to a word that no document has', async () => {
      const lexical = async (text: string) =>
        (await armOf('lexical').search(queryOf(caller, text, { limit: 300 }))).candidates.map(({ id }) => id);
      const known = fc.array(fc.constantFrom<string[]>('zebra', 'crosses', 'road', 'number', '17', '101', 'page'), {
        minLength: 1,
        maxLength: 4,
      });
      const unknown = fc.stringMatching(/^[bcdfghjk]{9,14}$/);
      await fc.assert(
        fc.asyncProperty(known, unknown, fc.nat(4), async (words, word, place) => {
          const found = await lexical(words.join(' '));
          expect(found.length).toBeGreaterThan(0);
          expect(await lexical(words.toSpliced(place, 0, word).join(' '))).toEqual(found);
        }),
        { numRuns: 40 },
      );
    });

    it('answers whatever is asked', { timeout: 1_800_000 }, async () => {
      await checkUnicode({ backend, tenant: 'sliced', runs: unicodeQueries });
    });
  });
}
