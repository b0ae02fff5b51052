import { LRUCache } from 'lru-cache';
import type { Message } from '../../shared/answering/roles.ts';
import type { Turn } from '../../shared/answering/turn.ts';
import type { Scope } from '../../shared/retrieval/backend.ts';
import { keyOfScope } from '../../shared/retrieval/scope-key.ts';

/** Characters that are kept, over all tenants. */
const MOST_CHARS = 10_000_000;
const ENTRY_CHARS = 1_000;

export interface AnswerKey extends Scope {
  readonly question: string;
  readonly history: readonly Message[];
}

export interface AnswerCache {
  /** The turn of the very same question, asked by somebody who sees the same, while nothing of the tenant has changed. */
  find(key: AnswerKey, version: string | undefined): Turn | undefined;
  keep(key: AnswerKey, version: string | undefined, turn: Turn): void;
}

/** Exact repeats, keyed as searches are; who answers them stays the same while the process lives. What was degraded is not kept, nor what belongs to no known version of the tenant. */
export function createAnswerCache(mostChars = MOST_CHARS): AnswerCache {
  const kept = new LRUCache<string, { readonly version: string; readonly turn: Turn }>({
    maxSize: mostChars,
    sizeCalculation: ({ turn }, key) =>
      key.length + turn.answer.length + turn.citations.reduce((sum, { quote }) => sum + quote.length + ENTRY_CHARS, ENTRY_CHARS),
  });
  const nameOf = (key: AnswerKey) => JSON.stringify([keyOfScope(key), key.question, key.history]);
  return {
    find(key, version) {
      const known = version ? kept.get(nameOf(key)) : undefined;
      return known?.version === version ? known?.turn : undefined;
    },
    keep(key, version, turn) {
      // Passages and verdicts are not needed again, and are most of it.
      const lasting = { ...turn, given: new Map(), parts: [], verdicts: [] };
      if (version && turn.degraded.length === 0) kept.set(nameOf(key), { version, turn: lasting });
    },
  };
}
