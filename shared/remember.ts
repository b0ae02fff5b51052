import { LRUCache } from 'lru-cache';

export interface Remembered<Asked, Value> {
  (asked: Asked): Promise<Value>;
  /** Whether the answer is at hand, or on its way. */
  has(asked: Asked): boolean;
  /** What is known of it is outdated. */
  forget(asked: Asked): void;
}

/**
 * `load`, whose answers are kept, the `most` used last, and for `ttlMs` where that is given. Who asks while an answer is on its
 * way waits for the same one, so `load` must not depend on who asks first. A failure is not kept.
 */
export function remember<Asked, Value>(
  load: (asked: Asked) => Promise<Value>,
  { key, most, ttlMs }: { readonly key: (asked: Asked) => string; readonly most: number; readonly ttlMs?: number },
): Remembered<Asked, Value> {
  const answers = new LRUCache<string, Promise<Value>>({ max: most, ...(ttlMs === undefined ? {} : { ttl: ttlMs, ttlAutopurge: true }) });
  const ask = (asked: Asked): Promise<Value> => {
    const name = key(asked);
    const known = answers.get(name);
    if (known) return known;
    const answer = load(asked);
    answers.set(name, answer);
    answer.catch(() => {
      if (answers.peek(name) === answer) answers.delete(name);
    });
    return answer;
  };
  return Object.assign(ask, { has: (asked: Asked) => answers.has(key(asked)), forget: (asked: Asked) => void answers.delete(key(asked)) });
}
