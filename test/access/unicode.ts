import fc from 'fast-check';
import { makeCaller } from '../../shared/caller.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { profileFor } from '../contract/subject.ts';
import { queryOf } from '../support/query.ts';

export interface UnicodeOptions {
  readonly backend: RetrievalBackend;
  readonly tenant: string;
  readonly runs: number;
  readonly seed?: number | undefined;
  readonly onRun?: () => void;
}

/** A server answers several at once. */
const AT_ONCE = 10;
/** What query languages and encodings stumble over, half a surrogate pair and NUL included. */
const PIECES = [
  '&',
  '|',
  '!',
  ':*',
  '<->',
  "'",
  '"',
  '\\',
  '%',
  '(',
  '$1',
  '-',
  '_',
  '.',
  '\u0000',
  '\ud800',
  '\u202e',
  '\u00ad',
  ' ',
  '\n',
  'E-4021',
  'pump',
];
const unit = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
  fc.constantFrom(...PIECES),
);

/** Whatever is asked, there is an answer in which no arm is missing; and so there is for whatever is taken for a passage's id. */
export async function checkUnicode({ backend, tenant, runs, seed, onRun }: UnicodeOptions): Promise<void> {
  const caller = makeCaller(tenant, [], 'me');
  const text = fc.array(unit, { maxLength: 30 }).map((pieces) => pieces.join(''));
  const ask = async (asked: string) => {
    const query = queryOf(caller, asked, { limit: 5 });
    const { degraded } = await retrieve(query, { backend, profile: profileFor(backend), timeoutMs: 60_000 });
    if (degraded.length > 0) throw new Error(`not available: ${degraded}`);
    await backend.passages(caller, [asked, `${asked}:0`], query.signal);
    onRun?.();
  };
  const texts = fc.array(text, { minLength: AT_ONCE, maxLength: AT_ONCE, size: 'max' });
  const property = fc.asyncProperty(texts, async (all) => void (await Promise.all(all.map(ask))));
  await fc.assert(property, { numRuns: Math.ceil(runs / AT_ONCE), ...(seed === undefined ? {} : { seed }) });
}
