import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeCaller } from '../../../shared/caller.ts';
import { Unavailable } from '../../../shared/errors.ts';
import type { Arm, Candidate, Hit, RetrievalBackend } from '../../../shared/retrieval/backend.ts';
import { type RetrieveOptions, retrieve } from '../../../shared/retrieval/retrieve.ts';

const caller = makeCaller('acme', [], 'me');
const candidates = (...ids: string[]): Candidate[] => ids.map((id) => ({ id, version: 'v1' }));
const arm = (name: string, search: Arm['search']): Arm => ({ name, search });
const finds = (name: string, ...ids: string[]): Arm => arm(name, async () => candidates(...ids));
const hit = (id: string, text = `text of ${id}`): Hit => ({
  id,
  documentId: id,
  section: 'S',
  text,
  source: { title: 'T', uri: 'u', updatedAt: new Date(0) },
  metadata: {},
});
const backendOf = (arms: readonly Arm[], read: RetrievalBackend['read'] = async (_, wanted) => wanted.map(({ id }) => hit(id))) => ({
  arms,
  read,
});
const profile = { name: 'test', depth: 10, weights: { a: 1, b: 1 }, k: 60 };
const search = (backend: RetrieveOptions['backend'], more: Partial<RetrieveOptions> & { limit?: number; signal?: AbortSignal } = {}) =>
  retrieve(
    { caller, text: 'x', limit: more.limit ?? 5, signal: more.signal ?? new AbortController().signal },
    { backend, profile, timeoutMs: 5_000, ...more },
  );

describe('retrieve', () => {
  it('asks every arm at once', async () => {
    const slow = (name: string) => arm(name, async () => sleep(100, candidates(name)));
    const start = performance.now();
    const { hits } = await search(backendOf([slow('a'), slow('b')]));
    expect(hits).toHaveLength(2);
    expect(performance.now() - start).toBeLessThan(100 * 2);
  });

  it('leaves an arm out that is not available, and names it', async () => {
    const told: string[] = [];
    const down = arm('b', async () => {
      throw new Unavailable('quota');
    });
    const { hits, degraded } = await search(backendOf([finds('a', 'x'), down]), {
      onDegraded: (name, error) => told.push(`${name}: ${error.message}`),
    });
    expect(hits.map(({ id }) => id)).toEqual(['x']);
    expect(degraded).toEqual(['b']);
    expect(told).toEqual(['b: quota']);
  });

  it('is not available when no arm is', async () => {
    const down = (name: string) =>
      arm(name, async () => {
        throw new Unavailable('down');
      });
    await expect(search(backendOf([down('a'), down('b')]))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('does not swallow a bug, and stops the other arms', async () => {
    let stopped = false;
    const broken = arm('a', async () => {
      throw new TypeError('undefined is not a function');
    });
    const patient = arm('b', ({ signal }) =>
      sleep(10_000, [], { signal }).catch(() => {
        stopped = true;
        return [];
      }),
    );
    await expect(search(backendOf([broken, patient]))).rejects.toThrow(TypeError);
    expect(stopped).toBe(true);
  });

  it('does not ask an arm that the profile gives no weight', async () => {
    const never = arm('c', async () => {
      throw new Error('asked');
    });
    expect((await search(backendOf([finds('a', 'x'), never]))).hits).toHaveLength(1);
  });

  it('asks for the same depth whatever the limit', async () => {
    const depths: number[] = [];
    const counting = arm('a', async ({ limit }) => {
      depths.push(limit);
      return candidates('x', 'y');
    });
    for (const limit of [1, 5]) await search(backendOf([counting]), { limit });
    expect(depths).toEqual([10, 10]);
  });

  it('returns a text once and goes on until there are enough', async () => {
    const copies = Array.from({ length: 9 }, (_, i) => `copy${i}`);
    const read: RetrievalBackend['read'] = async (_, wanted) => wanted.map(({ id }) => hit(id, id.startsWith('copy') ? 'the same' : id));
    const { hits } = await search(backendOf([finds('a', ...copies, 'other')], read), { limit: 3 });
    expect(hits.map(({ id }) => id)).toEqual(['copy0', 'other']);
  });

  it('searches once more when a document was replaced before it was read', async () => {
    let reads = 0;
    const read: RetrievalBackend['read'] = async (_, wanted) => {
      reads++;
      return wanted.map(({ id }) => (reads === 1 && id === 'x' ? undefined : hit(id)));
    };
    expect((await search(backendOf([finds('a', 'x', 'y')], read))).hits.map(({ id }) => id)).toEqual(['x', 'y']);
    expect(reads).toBe(2);
  });

  it('gives up when its time is over', async () => {
    const hanging = arm('a', ({ signal }) => sleep(60_000, [], { signal }));
    await expect(search(backendOf([hanging]), { timeoutMs: 20 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringMatching(/20 ms/),
    });
  });

  it('stops when the caller does, with the reason', async () => {
    const stop = new AbortController();
    const hanging = arm('a', ({ signal }) => sleep(60_000, [], { signal }));
    const running = search(backendOf([hanging]), { signal: stop.signal });
    stop.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
  });
});
