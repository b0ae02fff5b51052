import pMap from 'p-map';
import type { RagConfig } from '../../config.ts';
import { NotFound, Refused, Unavailable } from '../../errors.ts';
import { type Log, logFailure } from '../../log.ts';
import type { Arm, Candidate, Hit, Query } from '../backend.ts';
import type { AllowList } from './allow-list.ts';
import type { Context, RagClient, RetrieveRequest } from './client.ts';
import type { Corpora } from './corpora.ts';
import type { Mirror } from './mirror.ts';
import type { Refusal, Vet } from './vet.ts';

export interface ManagedDependencies {
  readonly client: Pick<RagClient, 'retrieve'>;
  readonly corpora: Pick<Corpora, 'using'>;
  readonly vet: Pick<Vet, 'contexts'>;
  readonly mirror: Pick<Mirror, 'filterOf'>;
  readonly allowList: AllowList;
  readonly config: RagConfig;
  readonly log: Log;
}

/** Asked for at first, for one that is wanted: what is dropped must not leave the list short. */
const OVERFETCH = 2;

interface Seen {
  readonly contexts: readonly Context[];
  readonly hits: readonly Hit[];
  readonly path: string;
  readonly incomplete?: Unavailable;
}

/**
 * The managed engine as an arm. Whatever it finds is held against the buckets. Where that leaves too few it is asked for more, and
 * at last for the documents alone that the caller may see, so that a narrow scope is found whole;
 * where that can't be, it says so.
 */
export function managedArm({ client, corpora, vet, mirror, allowList, config, log }: ManagedDependencies): Arm {
  const retrieve = (query: Query, corpus: string, topK: number, narrower: Pick<RetrieveRequest, 'metadataFilter' | 'fileIds'>) =>
    client.retrieve({ corpus, text: query.text.toWellFormed(), topK, ...narrower }, query.signal);
  const ask = async (query: Query, corpus: string, topK: number, metadataFilter?: string): Promise<Omit<Seen, 'hits'>> => {
    const contexts = await retrieve(query, corpus, topK, { metadataFilter });
    return { contexts, path: metadataFilter ? 'filtered by the service' : topK < config.maxTopK ? 'service' : 'service, deep' };
  };
  const see = async (query: Query, contexts: readonly Context[], wanted: number): Promise<readonly Hit[]> => {
    const { hits, refused } = await vet.contexts(query, contexts, query.signal, wanted);
    report(refused, query, log);
    return hits;
  };

  const search = async (query: Query, corpus: string): Promise<Seen> => {
    const wanted = Math.min(query.limit, config.maxTopK);
    const first = Math.min(config.maxTopK, wanted * OVERFETCH);
    const metadataFilter = await mirror.filterOf(corpus, query);
    let asked = await ask(query, corpus, first, metadataFilter).catch((error: unknown) => {
      if (metadataFilter === undefined || !(error instanceof Refused)) throw error;
      logFailure(log, 'RAG Engine refuses a metadata filter; going on without', error, { tenant: query.caller.tenant });
      return ask(query, corpus, first);
    });
    let hits = await see(query, asked.contexts, wanted);
    if (hits.length >= wanted) return { ...asked, hits };
    // What the service's filter leaves out is not known to be outside the scope: its grammar is a preview.
    const wasCut = asked.contexts.length >= first && first < config.maxTopK;
    if (wasCut || metadataFilter !== undefined) {
      asked = await ask(query, corpus, config.maxTopK);
      hits = await see(query, asked.contexts, wanted);
    }
    const found = { ...asked, hits };
    return hits.length >= wanted || found.contexts.length < config.maxTopK ? found : allowed(query, corpus, found, wanted);
  };

  /**
   * The list is of a moment ago: a file of it may have been replaced since, and the service finds nothing where one is not there. What was
   * found among all is not lost for that, nor for a quota that is used up.
   */
  const allowed = async (query: Query, corpus: string, found: Seen, wanted: number): Promise<Seen> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await searchFiles(query, corpus, await allowList(query, query.signal), found, wanted);
      } catch (error) {
        if (!(error instanceof NotFound || error instanceof Unavailable)) throw error;
        if (error instanceof NotFound && attempt < MOST_ATTEMPTS) {
          allowList.forget(query.caller.tenant);
          continue;
        }
        const incomplete =
          error instanceof Unavailable ? error : new Unavailable('Files within the scope are being replaced. Try again.', { cause: error });
        if (found.hits.length === 0) throw incomplete;
        return { ...found, incomplete };
      }
    }
  };

  /** What was found among all, and behind it what these files have. */
  const searchFiles = async (query: Query, corpus: string, fileIds: readonly string[], found: Seen, wanted: number): Promise<Seen> => {
    const files = fileIds.slice(0, MOST_REQUESTS * MOST_FILES);
    const shares = Array.from({ length: Math.ceil(files.length / MOST_FILES) }, (_, i) =>
      files.slice(i * MOST_FILES, (i + 1) * MOST_FILES),
    );
    const lists = await pMap(shares, (share) => retrieve(query, corpus, config.maxTopK, { fileIds: share }), {
      concurrency: CONCURRENCY,
      signal: query.signal,
    });
    const looked = new Set(found.contexts.map(contextKeyOf));
    const fresh = byPlace(lists).filter((context) => !looked.has(contextKeyOf(context)));
    const more = await see(query, fresh, wanted - found.hits.length);
    const hits = new Map([...found.hits, ...more].map((hit) => [hit.id, hit]));
    const seen = { contexts: [...found.contexts, ...fresh], hits: [...hits.values()], path: `allow list of ${files.length} files` };
    if (files.length === fileIds.length) return seen;
    const told = `The scope has ${fileIds.length} files, and a search names ${files.length} of them. Narrow it with a filter.`;
    return { ...seen, incomplete: new Unavailable(told) };
  };

  return {
    name: 'managed',
    async search(query) {
      query.signal.throwIfAborted();
      // A question without a letter or a digit says nothing; the service would still have neighbours for it.
      if (!/[\p{L}\p{N}]/u.test(query.text)) return { candidates: [], path: 'nothing to search for' };
      try {
        const found = await corpora.using(query.caller.tenant, (corpus) => search(query, corpus), query.signal);
        if (!found) return { candidates: [], path: 'no corpus' };
        const { contexts, hits, path, incomplete } = found;
        const scores = new Map(contexts.map((context) => [`${context.fileId}-${context.chunkId}`, context.score]));
        return {
          candidates: hits.slice(0, query.limit).map((hit) => candidateOf(hit, scores)),
          path,
          scanned: contexts.length,
          ...(incomplete ? { incomplete } : {}),
        };
      } catch (error) {
        throw error instanceof NotFound ? gone(config, error) : error;
      }
    },
  };
}

/** Files that one request names. */
const MOST_FILES = 100;
/** Such requests at once. */
const CONCURRENCY = 8;
/** Such requests for one list: a project has 1,500 a minute for everybody's searches. */
const MOST_REQUESTS = 32;
/** Times that the list is made again because one of its files is gone. */
const MOST_ATTEMPTS = 3;

function candidateOf(hit: Hit, scores: ReadonlyMap<string, number | undefined>): Candidate {
  const version = hit.id.slice(hit.documentId.length + 1);
  const score = scores.get(version);
  return { id: hit.id, version, hit, ...(score === undefined ? {} : { score }) };
}

/** Of several lists the places count, for their figures may not compare: the first of each, then the second ones. */
function byPlace(lists: readonly (readonly Context[])[]): readonly Context[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
}

const contextKeyOf = ({ uri, fileId, chunkId, text }: Context): string => JSON.stringify([uri, fileId, chunkId, text]);

/** What the service brought and nobody saw. Another tenant's text is a fault of the service or of its corpus. */
function report(refused: Readonly<Partial<Record<Refusal, number>>>, { caller }: Query, log: Log): void {
  if (refused.foreign) {
    const fields = { alert: 'foreign', tenant: caller.tenant, count: refused.foreign };
    log.write('ERROR', 'RAG Engine returned what is not of this tenant; it was dropped', fields);
  }
  if (Object.keys(refused).length > 0) log.write('DEBUG', 'what RAG Engine found was dropped', { tenant: caller.tenant, refused });
}

const gone = ({ location, mode }: RagConfig, cause: unknown): Refused =>
  new Refused(
    `RAG Engine no longer has the corpus of this tenant in ${location}, mode ${mode}: it was deleted, or the engine's mode was changed. ` +
      'npm run reconcile imports everything again.',
    { cause },
  );
