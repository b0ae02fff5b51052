import { backfill } from '../../functions/backfill/backfill.ts';
import type { Context } from '../../functions/command.ts';
import { withProgress } from '../../functions/progress.ts';
import { makeCaller } from '../../shared/caller.ts';
import type { SourceDocument } from '../../shared/documents/document.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { EVERYTHING } from '../../shared/retrieval/filter.ts';
import { PROFILES, type Profile } from '../../shared/retrieval/profiles.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { corpusOf } from '../questions/corpus.ts';

/**
 * How chunks are searched, the same for every chunker. The identifier arm is left out: it goes by what a document is
 * called, and these chunks are called nothing.
 */
export const SEARCHES = {
  lexical: { ...PROFILES.local, arms: { lexical: PROFILES.local.arms.lexical } },
  hybrid: { ...PROFILES.local, arms: { lexical: PROFILES.local.arms.lexical, dense: PROFILES.local.arms.dense } },
} as const satisfies Readonly<Record<string, Profile>>;

export type SearchName = keyof typeof SEARCHES;

/** Of what is in force nothing is left out here: none of these texts says when it is. */
const TODAY = '2026-11-30';

/** Indexes texts, each as a document of one passage, so that chunks of any make go the same way through the same backend. */
export async function indexTexts(
  texts: readonly string[],
  tenant: string,
  backend: RetrievalBackend,
  { signal, log }: Context,
): Promise<void> {
  const bucket = corpusOf(
    texts.map((text, i) => documentOf(text, i, tenant)),
    tenant,
  );
  const { failed } = await withProgress(`${tenant}: ${texts.length} chunks`, (onProgress) =>
    // In order, for a lexical index ranks ties by the order they came in, and figures should come out the same each time.
    backfill({ bucket, backend, tenant, concurrency: 1, signal, log, onProgress }),
  );
  signal.throwIfAborted();
  const [first] = failed;
  if (first) throw new Error(`${first.document}: ${first.reason}`);
  await backend.maintain(signal);
}

/** The indexes of the best `k` texts for a question, best first. */
export async function search(text: string, profile: Profile, k: number, tenant: string, backend: RetrievalBackend, context: Context) {
  const { hits } = await retrieve(
    { caller: makeCaller(tenant, [], 'evaluation'), filter: EVERYTHING, day: TODAY, text, limit: k, signal: context.signal },
    {
      backend,
      profile,
      timeoutMs: context.config.searchTimeoutMs,
      // A degraded run measures something else.
      onDegraded: (_, error) => {
        throw error;
      },
    },
  );
  return hits.map(({ documentId }) => indexOf(documentId));
}

const documentOf = (text: string, index: number, tenant: string): SourceDocument => ({
  tenant,
  documentId: nameOf(index),
  uri: `chunk:${index}`,
  generation: 1n,
  metageneration: 1n,
  mediaType: 'text/plain',
  size: undefined,
  acl: ['*'],
  metadata: {},
  updatedAt: new Date(0),
  read: async () => new TextEncoder().encode(text),
});

/** Names are indexed with the text, so they are made of letters that are neither a word nor a number of any question. */
const DIGITS = 'bcdfghjklm';

const nameOf = (index: number): string => `zq${Array.from(String(index), (digit) => DIGITS[Number(digit)]).join('')}`;

const indexOf = (name: string): number => Number(Array.from(name.slice(2), (letter) => DIGITS.indexOf(letter)).join(''));
