import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeCaller } from '../../../shared/caller.ts';
import { Unavailable } from '../../../shared/errors.ts';
import type { Ranker } from '../../../shared/models/rank/ranker.ts';
import type { Arm, Candidate, Found, Hit, Query, RetrievalBackend } from '../../../shared/retrieval/backend.ts';
import type { Profile } from '../../../shared/retrieval/profiles.ts';
import { type RetrieveOptions, retrieve } from '../../../shared/retrieval/retrieve.ts';
import { queryOf } from '../../support/query.ts';

const caller = makeCaller('acme', [], 'me');
const found = (...ids: string[]): Found => ({ candidates: ids.map((id): Candidate => ({ id, version: 'v1' })), path: 'test' });
const arm = (name: string, search: Arm['search']): Arm => ({ name, search });
/** An arm that has these to give, as many as it is asked for. */
const finds = (name: string, ...ids: string[]): Arm => arm(name, async ({ limit }) => found(...ids.slice(0, limit)));
const numbers = (count: number, prefix = 'd') => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const hit = (id: string, text = `text of ${id}`): Hit => ({
  id,
  documentId: id,
  section: 'S',
  text,
  source: { title: 'T', uri: 'u', updatedAt: new Date(0) },
  metadata: {},
});
const backendOf = (arms: readonly Arm[], more: Partial<RetrieveOptions['backend']> = {}): RetrieveOptions['backend'] => ({
  arms,
  read: async (_, wanted) => wanted.map(({ id }) => hit(id)),
  ...more,
});
const profile: Profile = {
  name: 'test',
  arms: { a: { depth: 10, weight: 1 }, b: { depth: 10, weight: 1 } },
  k: 60,
  rerank: { depth: 4, floor: 0 },
};
const search = (backend: RetrieveOptions['backend'], more: Partial<RetrieveOptions & Query> = {}) =>
  retrieve(queryOf(caller, 'x', { limit: 5, ...more }), { backend, profile, timeoutMs: 5_000, ...more });
const ids = async (...given: Parameters<typeof search>) => (await search(...given)).hits.map(({ id }) => id);
const rankerOf = (rank: Ranker['rank']): Ranker => ({ model: 'test', rank, close: async () => {} });
const down = async () => {
  throw new Unavailable('down');
};

describe('retrieve', () => {
  it('asks every arm at once', async () => {
    let waiting = 0;
    const meeting = Promise.withResolvers<void>();
    const patient = (name: string) =>
      arm(name, async () => {
        if (++waiting === 2) meeting.resolve();
        await meeting.promise;
        return found(name);
      });
    expect(await ids(backendOf([patient('a'), patient('b')]))).toEqual(['a', 'b']);
  });

  it('names an arm that could not go through all of the scope, and takes what it found', async () => {
    const incomplete = new Unavailable('too many files');
    const { hits, degraded } = await search(backendOf([arm('a', async () => ({ ...found('x'), incomplete })), finds('b', 'y')]));
    expect([hits.map(({ id }) => id).sort(), degraded]).toEqual([['x', 'y'], ['a']]);
  });

  it('leaves an arm out that is not available, and names it', async () => {
    const told: string[] = [];
    const { hits, degraded } = await search(backendOf([finds('a', 'x'), arm('b', down)]), {
      onDegraded: (name, error) => told.push(`${name}: ${error.message}`),
    });
    expect(hits.map(({ id }) => id)).toEqual(['x']);
    expect(degraded).toEqual(['b']);
    expect(told).toEqual(['b: down']);
  });

  it('is not available when no arm is', async () => {
    await expect(search(backendOf([arm('a', down), arm('b', down)]))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('does not swallow a bug, and stops the other arms', async () => {
    let stopped = false;
    const broken = arm('a', async () => {
      throw new TypeError('undefined is not a function');
    });
    const patient = arm('b', ({ signal }) =>
      sleep(10_000, found(), { signal }).catch(() => {
        stopped = true;
        return found();
      }),
    );
    await expect(search(backendOf([broken, patient]))).rejects.toThrow(TypeError);
    expect(stopped).toBe(true);
  });

  it('does not ask an arm that the profile gives no weight', async () => {
    const never = arm('c', async () => {
      throw new Error('asked');
    });
    expect(await ids(backendOf([finds('a', 'x'), never]))).toEqual(['x']);
  });

  it('asks each arm for the depth of the profile, whatever the limit', async () => {
    const depths: number[] = [];
    const counting = arm('a', async ({ limit }) => {
      depths.push(limit);
      return found('x', 'y');
    });
    for (const limit of [1, 2]) await search(backendOf([counting]), { limit });
    expect(depths).toEqual([10, 10]);
  });

  it('goes further down, four times as far each time, until the list is full', async () => {
    const depths: number[] = [];
    const all = numbers(300);
    const counting = arm('a', async ({ limit }) => {
      depths.push(limit);
      return found(...all.slice(0, limit));
    });
    expect(await ids(backendOf([counting]), { limit: 50 })).toEqual(all.slice(0, 50));
    expect(depths).toEqual([10, 4 * 50]);
  });

  it('does not ask an arm again that had no more to give', async () => {
    let asked = 0;
    const few = arm('a', async () => {
      asked++;
      return found('x', 'y');
    });
    expect(await ids(backendOf([few, finds('b', ...numbers(40))]), { limit: 30 })).toHaveLength(30);
    expect(asked).toBe(1);
  });

  it('returns the same first passages however many are asked for', async () => {
    const backend = backendOf([finds('a', ...numbers(200)), finds('b', ...numbers(200).reverse())]);
    const all = await ids(backend, { limit: 120 });
    expect(new Set(all).size).toBe(120);
    for (const limit of [1, 5, 19, 21, 80]) expect(await ids(backend, { limit })).toEqual(all.slice(0, limit));
  });

  it('asks an arm of depth 0 only when the others do not fill the list', async () => {
    const reserve: Profile = { ...profile, arms: { a: { depth: 10, weight: 1 }, b: { depth: 0, weight: 1 } } };
    const backend = backendOf([finds('a', 'x', 'y'), finds('b', 'y', 'z')]);
    expect(await ids(backend, { profile: reserve, limit: 2 })).toEqual(['x', 'y']);
    expect(await ids(backend, { profile: reserve, limit: 3 })).toEqual(['x', 'y', 'z']);
  });

  it('returns a text once and goes on until there are enough', async () => {
    const copies = numbers(30, 'copy');
    const read: RetrievalBackend['read'] = async (_, wanted) => wanted.map(({ id }) => hit(id, id.startsWith('copy') ? 'the same' : id));
    expect(await ids(backendOf([finds('a', ...copies, 'other')], { read }), { limit: 3 })).toEqual(['copy0', 'other']);
  });

  it('searches once more when a document was replaced before it was read', async () => {
    let reads = 0;
    const read: RetrievalBackend['read'] = async (_, wanted) => {
      reads++;
      return wanted.map(({ id }) => (reads === 1 && id === 'x' ? undefined : hit(id)));
    };
    expect(await ids(backendOf([finds('a', 'x', 'y')], { read }))).toEqual(['x', 'y']);
    expect(reads).toBe(2);
  });

  it('gives up when its time is over', async () => {
    const hanging = arm('a', ({ signal }) => sleep(60_000, found(), { signal }));
    await expect(search(backendOf([hanging]), { timeoutMs: 20 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringMatching(/20 ms/),
    });
  });

  it('stops when the caller does, with the reason', async () => {
    const stop = new AbortController();
    const hanging = arm('a', ({ signal }) => sleep(60_000, found(), { signal }));
    const running = search(backendOf([hanging]), { signal: stop.signal });
    stop.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
  });
});

describe('a first stage', () => {
  const swept: Profile = {
    ...profile,
    arms: { a: { depth: 2, weight: 0.5 } },
    sweep: { arm: 'a', depth: 6, lambda: 1, keep: 2, weight: 0.5 },
  };
  /** The further down the words have it, the nearer it is. */
  const compare: RetrievalBackend['compare'] = async (_, candidates) => ({ relevance: candidates.map((_, i) => i), similarity: () => 0 });

  it('fuses the top of the list with what its vectors bring up from further down', async () => {
    const { hits, answers } = await search(backendOf([finds('a', ...numbers(9))], { compare }), { profile: swept, limit: 4 });
    expect(hits.map(({ id, fused }) => [id, fused.ranks])).toEqual([
      ['d0', { a: 1 }],
      ['d5', { sweep: 1 }],
      ['d1', { a: 2 }],
      ['d4', { sweep: 2 }],
    ]);
    expect(hits[0]?.fused.score).toBe(0.5 / (60 + 1));
    expect(answers.map(({ arm: name, depth }) => [name, depth])).toEqual([['a', 6]]);
  });

  it('is left out and named when the vectors can not be compared', async () => {
    const { hits, degraded } = await search(backendOf([finds('a', ...numbers(9))], { compare: down }), { profile: swept, limit: 2 });
    expect([hits.map(({ id }) => id), degraded]).toEqual([['d0', 'd1'], ['sweep']]);
    expect((await search(backendOf([finds('a', 'x')]), { profile: swept, limit: 1 })).degraded).toEqual(['sweep']);
  });
});

describe('diversity', () => {
  it('puts what resembles a better one behind others', async () => {
    const similarity = (a: number, b: number) => (a + b === 1 ? 1 : 0);
    const compare: RetrievalBackend['compare'] = async (_, candidates) => ({ relevance: candidates.map(() => 0), similarity });
    const { hits } = await search(backendOf([finds('a', 'x', 'like x', 'y')], { compare }), {
      profile: { ...profile, mmr: { lambda: 0.5, depth: 10 } },
    });
    expect(hits.map(({ id, mmr, fused }) => [id, mmr, fused.rank])).toEqual([
      ['x', 1, 1],
      ['y', 2, 2],
      ['like x', 3, 3],
    ]);
  });
});

describe('a ranking model', () => {
  const reversing = rankerOf(async (_, records) => [...records].reverse().map(({ id }, i) => ({ id, score: 1 / (i + 1) })));
  const backend = backendOf([finds('a', ...numbers(9))]);

  it('orders the head of the list, and the rest follows', async () => {
    expect(await ids(backend, { ranker: reversing, limit: 6 })).toEqual(['d3', 'd2', 'd1', 'd0', 'd4', 'd5']);
  });

  it('sees the same passages however many are asked for, with the identity of their page', async () => {
    const seen: (readonly unknown[])[] = [];
    const watching = rankerOf(async (query, records) => {
      seen.push([query, ...records]);
      return records.map(({ id }) => ({ id, score: 1 }));
    });
    for (const limit of [1, 3, 8]) await search(backend, { ranker: watching, limit });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(seen[0]).toEqual(['x', ...numbers(4).map((id) => ({ id, title: 'T > S', text: `text of ${id}` }))]);
  });

  it('leaves the order as it is when it is not available, and is named', async () => {
    const { hits, degraded } = await search(backend, { ranker: rankerOf(down), limit: 3 });
    expect([hits.map(({ id }) => id), degraded]).toEqual([['d0', 'd1', 'd2'], ['rerank']]);
    await expect(search(backend, { ranker: rankerOf(async () => Promise.reject(new TypeError('bug'))) })).rejects.toThrow(TypeError);
  });

  it('leaves out what is below the floor, everything if need be', async () => {
    const graded = rankerOf(async (_, records) => records.map(({ id }, i) => ({ id, score: i < 2 ? 0.5 : 0.1 })));
    const floor = (value: number) => ({ ...profile, rerank: { depth: 4, floor: value } });
    expect(await ids(backend, { ranker: graded, profile: floor(0.3) })).toEqual(['d0', 'd1']);
    expect(await ids(backend, { ranker: graded, profile: floor(0.6) })).toEqual([]);
  });
});
