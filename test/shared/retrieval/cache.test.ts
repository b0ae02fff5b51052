import { describe, expect, it } from 'vitest';
import { makeCaller } from '../../../shared/caller.ts';
import { Unavailable } from '../../../shared/errors.ts';
import type { Ranker } from '../../../shared/models/rank/ranker.ts';
import type { Query, RetrievalBackend } from '../../../shared/retrieval/backend.ts';
import { cacheSearches } from '../../../shared/retrieval/cache.ts';
import { parseFilter } from '../../../shared/retrieval/filter.ts';
import type { RankedHit } from '../../../shared/retrieval/pool.ts';
import { PROFILES, profileOf } from '../../../shared/retrieval/profiles.ts';
import type { Request, Retrieval, RetrieveOptions } from '../../../shared/retrieval/retrieve.ts';
import { queryOf } from '../../support/query.ts';

const caller = makeCaller('acme', ['hr', 'it'], 'me');
const hit = (text: string): RankedHit => ({
  id: 'page.md:0',
  documentId: 'page.md',
  section: 'S',
  text,
  source: { title: 'T', uri: 'u', updatedAt: new Date(0) },
  metadata: {},
  fused: { id: 'page.md:0', score: 1 / 61, ranks: { lexical: 1 }, rank: 1 },
});
const found = (texts: readonly string[], more: Partial<Retrieval> = {}): Retrieval => ({
  hits: texts.map(hit),
  degraded: [],
  answers: [],
  timingsMs: { lexical: 1 },
  ...more,
});
const ranker = (model: string): Ranker => ({ model, rank: async () => [], close: async () => {} });

/** A search that counts, over a tenant whose version is what `store` says. */
function searching(answer: (request: Request) => Retrieval | Promise<Retrieval> = ({ text }) => found([text]), mostChars?: number) {
  const asked: Request[] = [];
  const store: { version: string | undefined } = { version: '1' };
  const backend: RetrieveOptions['backend'] & Pick<RetrievalBackend, 'version'> = {
    arms: [],
    read: async () => [],
    version: async () => store.version ?? '',
  };
  const search = cacheSearches(async (request) => {
    asked.push(request);
    return answer(request);
  }, mostChars);
  return {
    asked,
    store,
    search: (more: Partial<Query> = {}, options: Partial<RetrieveOptions & { backend: typeof backend }> = {}) =>
      search(queryOf(caller, 'x', more), { backend, profile: PROFILES.balanced, timeoutMs: 1_000, ...options }),
  };
}

describe('an exact repeat', () => {
  it('is answered from memory, and says so', async () => {
    const { asked, search } = searching();
    const first = await search();
    const second = await search();
    expect([first.isRepeat, second.isRepeat, asked.length]).toEqual([false, true, 1]);
    expect(second.hits).toEqual(first.hits);
    expect([Object.keys(first.timingsMs), Object.keys(second.timingsMs)]).toEqual([['version', 'lexical'], ['version']]);
  });

  it.each<[string, Partial<Query>]>([
    ['groups are named in another order', { caller: makeCaller('acme', ['it', 'hr'], 'me') }],
    ['a group is named twice', { caller: makeCaller('acme', ['hr', 'it', 'it'], 'me') }],
    ['another person of the same groups asks', { caller: makeCaller('acme', ['hr', 'it'], 'you') }],
    ['fields of the filter are named in another order', { filter: parseFilter({ b: { gte: 2 }, a: 'x' }) }],
  ])('is one too where %s', async (_, more) => {
    const { asked, search } = searching();
    const filter = parseFilter({ a: 'x', b: { gte: 2 } });
    await search({ filter });
    expect((await search({ filter, ...more })).isRepeat).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it.each<[string, Partial<Query>, Partial<RetrieveOptions>]>([
    ['question', { text: 'y' }, {}],
    ['tenant', { caller: makeCaller('globex', ['hr', 'it'], 'me') }, {}],
    ['group more', { caller: makeCaller('acme', ['hr', 'it', 'law'], 'me') }, {}],
    ['group less', { caller: makeCaller('acme', ['hr'], 'me') }, {}],
    ['group whose name is those of two', { caller: makeCaller('acme', ['hr","it'], 'me') }, {}],
    ['filter', { filter: parseFilter({ a: 'y' }) }, {}],
    ['filter of the same text as another type', { filter: parseFilter({ a: ['x', 5] }) }, {}],
    ['day', { day: '2026-12-01' }, {}],
    ['limit', { limit: 11 }, {}],
    ['wish to see how it was done', { explain: true }, {}],
    ['profile', {}, { profile: PROFILES.local }],
    ['floor', {}, { profile: profileOf({ profile: 'balanced', rerankFloor: 0.2 }) }],
    ['ranking model', {}, { ranker: ranker('b') }],
    ['search without a ranking model', {}, { ranker: undefined }],
  ])('is not one with another %s', async (_, more, options) => {
    const { asked, search } = searching();
    const filter = parseFilter({ a: 'x' });
    await search({ filter }, { ranker: ranker('a') });
    expect((await search({ filter, ...more }, { ranker: ranker('a'), ...options })).isRepeat).toBe(false);
    expect(asked).toHaveLength(2);
  });

  it('is not one after a change of the tenant, and what was kept before is gone', async () => {
    const { asked, store, search } = searching(() => found([String(asked.length)]));
    await search();
    store.version = '2';
    expect((await search()).hits[0]?.text).toBe('2');
    store.version = '1';
    expect((await search()).isRepeat).toBe(false);
    expect(asked).toHaveLength(3);
  });
});

describe('what is kept', () => {
  it('is of the version that was read before the search began', async () => {
    const { asked, store, search } = searching(() => {
      // A document changes while the search is under way: it may or may not have seen that.
      store.version = '2';
      return found(['x']);
    });
    await search();
    await search();
    expect(asked.map(({ version }) => version)).toEqual(['1', '2']);
    expect((await search()).isRepeat).toBe(true);
  });

  it('is nothing degraded and nothing that failed', async () => {
    const degraded = searching(() => found(['x'], { degraded: ['dense'] }));
    await degraded.search();
    expect((await degraded.search()).isRepeat).toBe(false);
    const failing = searching(() => Promise.reject(new Unavailable('down')));
    await expect(failing.search()).rejects.toThrow('down');
    await expect(failing.search()).rejects.toThrow('down');
    expect([degraded.asked.length, failing.asked.length]).toEqual([2, 2]);
  });

  it('is nothing where the backend has no versions', async () => {
    const { asked, search } = searching();
    const backend = { arms: [], read: async () => [] };
    await search({}, { backend });
    expect((await search({}, { backend })).isRepeat).toBe(false);
    expect(asked.map(({ version }) => version)).toEqual([undefined, undefined]);
  });

  it('is an empty list too', async () => {
    const { search } = searching(() => found([]));
    await search();
    expect((await search()).isRepeat).toBe(true);
  });

  it('is no more than so many characters, and the search used last', async () => {
    // Each takes its text and a few hundred characters beside: three are too many.
    const { search } = searching(() => found(['x'.repeat(10_000)]), 30_000);
    const isRepeat = async (text: string) => (await search({ text })).isRepeat;
    await search({ text: 'a' });
    await search({ text: 'b' });
    expect(await isRepeat('a')).toBe(true);
    await search({ text: 'c' });
    expect([await isRepeat('a'), await isRepeat('c'), await isRepeat('b')]).toEqual([true, true, false]);
  });

  it('counts what the arms found beside the passages that are brought', async () => {
    const candidates = Array.from({ length: 1_000 }, (_, i) => ({ id: `page.md:${i}`, version: 'f'.repeat(64) }));
    const answers = [{ arm: 'lexical', depth: 1_000, found: { candidates, path: 'test' } }];
    const { search } = searching(() => found(['x'], { answers }), 100_000);
    await search();
    expect((await search()).isRepeat).toBe(false);
  });

  it('is not what is larger than all that may be kept', async () => {
    const { search } = searching(() => found(['x'.repeat(40_000)]), 30_000);
    await search();
    expect((await search()).isRepeat).toBe(false);
  });
});
