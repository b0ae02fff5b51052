import { z } from 'zod';
import { abortable } from '../../abort.ts';
import type { RagConfig } from '../../config.ts';
import { NotFound, Refused, Unavailable } from '../../errors.ts';
import type { RagClient } from './client.ts';
import { inWords, modeContradiction } from './engine.ts';
import { ABSENT, type IndexBucket } from './index-bucket.ts';

/** Tenants whose corpus an instance remembers. */
const MOST = 10_000;

const pointer = z.object({ corpus: z.string(), embedModel: z.string(), vectorDb: z.string(), mode: z.string() });
type Pointer = z.output<typeof pointer>;

/** The corpus of each tenant: one each, so that a search names its tenant in the very request. */
export interface Corpora {
  /**
   * What `work` makes of the corpus of a tenant; undefined while it has none. Where that is not found, for another instance has put
   * another in its place, it works on that one. Throws OtherCorpus when the corpus was made with another model.
   */
  using<T>(tenant: string, work: (corpus: string) => Promise<T>, signal: AbortSignal): Promise<T | undefined>;
  /** Whatever it was made with. */
  find(tenant: string, signal: AbortSignal): Promise<string | undefined>;
  /** The corpus of a tenant, made on first use. */
  ensure(tenant: string, signal: AbortSignal): Promise<string>;
  /** Makes another in the place of one that the service no longer has. Throws Unavailable where it has it after all. */
  renew(tenant: string, gone: string, signal: AbortSignal): Promise<string>;
  forget(tenant: string): void;
}

/**
 * Which corpus is whose is kept in the index bucket, written once: of several instances that make a tenant's first corpus at
 * once one wins, and the others delete theirs.
 */
export function createCorpora(config: RagConfig, bucket: IndexBucket, client: RagClient): Corpora {
  const nameOf = (tenant: string) => `${tenant}/corpus.json`;
  const known = new Map<string, string>();
  const keep = (tenant: string, corpus: string) => {
    if (known.size >= MOST) known.clear();
    known.set(tenant, corpus);
    return corpus;
  };
  const pointerOf = async (tenant: string, signal: AbortSignal): Promise<Pointer | undefined> => {
    const text = await bucket.text(nameOf(tenant), signal);
    return text === undefined ? undefined : pointer.parse(JSON.parse(text));
  };
  const read = async (tenant: string, signal: AbortSignal): Promise<string | undefined> => {
    const found = await pointerOf(tenant, signal);
    if (!found) return undefined;
    if (found.embedModel !== config.embedModel || found.vectorDb !== config.vectorDb) throw new OtherCorpus(tenant, found, config);
    return keep(tenant, found.corpus);
  };
  const make = async (tenant: string, token: string, signal: AbortSignal): Promise<string> => {
    await refuseOtherMode(signal);
    const corpus = await client.createCorpus(`groundwire ${tenant}`, signal);
    const { embedModel, vectorDb, mode } = config;
    const text = JSON.stringify({ corpus, embedModel, vectorDb, mode } satisfies Pointer);
    if (await bucket.write(nameOf(tenant), text, undefined, token, signal)) return keep(tenant, corpus);
    // A write whose answer was lost is refused when it is tried again: then the pointer is to this one.
    if ((await pointerOf(tenant, signal))?.corpus === corpus) return keep(tenant, corpus);
    await client.deleteCorpus(corpus, signal);
    return (await read(tenant, signal)) ?? make(tenant, ABSENT, signal);
  };
  /** In another mode it would be a corpus that nobody finds again. */
  const refuseOtherMode = async (signal: AbortSignal) => {
    const mode = await client.mode(signal).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
    });
    const found = mode && modeContradiction(mode, config);
    if (found) throw new Refused(inWords(found));
  };
  /** Who needs a corpus while another of this instance makes it waits for that one; it is made even if nobody waits any more. */
  const making = new Map<string, Promise<string>>();
  const unhurried = new AbortController().signal;
  const single = (tenant: string, work: () => Promise<string>): Promise<string> => {
    const running = making.get(tenant) ?? work().finally(() => making.delete(tenant));
    making.set(tenant, running);
    return running;
  };

  return {
    async using(tenant, work, signal) {
      const corpus = known.get(tenant) ?? (await read(tenant, signal));
      if (corpus === undefined) return undefined;
      try {
        return await work(corpus);
      } catch (error) {
        if (!(error instanceof NotFound)) throw error;
        known.delete(tenant);
        const current = await read(tenant, signal);
        if (current === corpus) throw error;
        return current === undefined ? undefined : work(current);
      }
    },
    find: async (tenant, signal) => (await pointerOf(tenant, signal))?.corpus,
    ensure: async (tenant, signal) =>
      known.get(tenant) ??
      abortable(
        single(tenant, async () => (await read(tenant, unhurried)) ?? make(tenant, ABSENT, unhurried)),
        signal,
      ),
    renew: (tenant, gone, signal) =>
      abortable(
        single(tenant, async () => {
          known.delete(tenant);
          const { token } = await bucket.note(nameOf(tenant), unhurried);
          const current = await read(tenant, unhurried);
          if (current !== undefined && current !== gone) return current;
          // What was not found may have been something else: with another corpus everything in this one would be lost.
          if (current !== undefined && (await client.hasCorpus(current, unhurried))) {
            throw new Unavailable('RAG Engine has the corpus of this tenant, and did not find it.');
          }
          return make(tenant, token, unhurried);
        }),
        signal,
      ),
    forget: (tenant) => void known.delete(tenant),
  };
}

/** A tenant's corpus was made with another model or database than those that are configured, and keeps them. */
export class OtherCorpus extends Refused {
  readonly made: Readonly<Pointer>;
  constructor(tenant: string, made: Pointer, { embedModel, vectorDb }: RagConfig) {
    super(
      `The corpus of ${tenant} was made with ${made.embedModel} in ${made.vectorDb} and keeps them; the configuration says ${embedModel} in ` +
        `${vectorDb}. Set it back, or: npm run tenant -- --drop ${tenant}, then npm run backfill -- --tenant ${tenant}.`,
    );
    this.made = made;
  }
}
