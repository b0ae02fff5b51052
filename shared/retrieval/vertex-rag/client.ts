import type { RagConfig } from '../../config.ts';
import { unlessGone } from '../../errors.ts';
import { callOnce } from '../../grpc.ts';
import { connect } from './connection.ts';
import { translate } from './failures.ts';
import { completed } from './operation.ts';
import type { Quota } from './quota.ts';
import {
  type Context,
  contextsReply,
  corpusPageReply,
  engineReply,
  filePageReply,
  fileReply,
  type ImportResult,
  importResult,
  named,
  type RagFile,
} from './shapes.ts';

export type { Context, RagFile } from './shapes.ts';

export interface RetrieveRequest {
  readonly corpus: string;
  readonly text: string;
  readonly topK: number;
  /** Only these files of the corpus. */
  readonly fileIds?: readonly string[];
  readonly metadataFilter?: string | undefined;
  /** Whatever the files have, near to the text or not: as the probe and citations want it. */
  readonly whole?: boolean;
}

export type EngineMode = 'spanner' | 'serverless' | 'unprovisioned';
export type MetadataType = 'string' | 'boolean';

export interface MetadataEntry {
  readonly key: string;
  readonly type: MetadataType;
  readonly value: string | boolean;
}

export type RagClient = ReturnType<typeof createRagClient>;

/** Or what makes one for each attempt. */
type Request = Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>>);

const PAGE = 100;
/** Entries of one request. */
const MOST_ENTRIES = 500;
const DATA_TYPES = { string: 'STRING', boolean: 'BOOLEAN' } as const;
const VALUE_FIELDS = { string: 'strValue', boolean: 'boolValue' } as const;

/** RAG Engine in one project and region. What its API looks like is known here and in shapes.ts, and nowhere else. */
export function createRagClient(config: RagConfig, quota: Quota) {
  const { data, search } = connect(config);
  const { project, location, timeoutMs } = config;
  const parent = `projects/${project}/locations/${location}`;

  /** One request of data management: in its turn, and again where that may help. */
  const manage = (method: string, request: Request, routing: readonly [string, string], signal: AbortSignal): Promise<unknown> =>
    quota.request(async () => {
      try {
        const client = await data.ready(signal);
        return await callOnce(client, method, typeof request === 'function' ? request() : request, { timeoutMs, routing, signal });
      } catch (error) {
        signal.throwIfAborted();
        throw translate(error, config);
      }
    }, signal);
  const toTheEnd = async (method: string, request: Request, routing: readonly [string, string], signal: AbortSignal): Promise<unknown> =>
    completed(await manage(method, request, routing, signal), config, signal);

  return {
    /** The mode that the engine is in, in this region. */
    async mode(signal: AbortSignal): Promise<EngineMode> {
      const name = `${parent}/ragEngineConfig`;
      const [{ ragManagedDbConfig: db }] = engineReply.parse(await manage('getRagEngineConfig', { name }, ['name', name], signal));
      if (db?.unprovisioned || db?.spanner?.unprovisioned) return 'unprovisioned';
      return db?.serverless ? 'serverless' : 'spanner';
    },
    /** Makes a corpus, which keeps its model and its database for good, and returns its name. */
    async createCorpus(displayName: string, signal: AbortSignal): Promise<string> {
      const endpoint = `${parent}/publishers/google/models/${config.embedModel}`;
      const vectorDbConfig = {
        ...(config.vectorDb === 'rag-managed-db' ? { ragManagedDb: {} } : { ragManagedVertexVectorSearch: {} }),
        ragEmbeddingModelConfig: { vertexPredictionEndpoint: { endpoint } },
      };
      const request = { parent, ragCorpus: { displayName, vectorDbConfig } };
      return named.parse(await toTheEnd('createRagCorpus', request, ['parent', parent], signal)).name;
    },
    /** Deletes a corpus and its files; one that is gone is deleted. */
    async deleteCorpus(name: string, signal: AbortSignal): Promise<void> {
      await unlessGone(toTheEnd('deleteRagCorpus', { name, force: true }, ['name', name], signal));
    },
    /** The names of every corpus of the project, of whatever it is used for. */
    async *corpora(signal: AbortSignal): AsyncIterable<string> {
      for (let pageToken = ''; ; ) {
        const request = { parent, pageSize: PAGE, pageToken };
        const [page, , reply] = corpusPageReply.parse(await manage('listRagCorpora', request, ['parent', parent], signal));
        yield* page.map(({ name }) => name);
        pageToken = reply?.nextPageToken ?? '';
        if (pageToken === '') return;
      }
    },
    hasCorpus: async (name: string, signal: AbortSignal): Promise<boolean> =>
      (await unlessGone(manage('getRagCorpus', { name }, ['name', name], signal))) !== undefined,
    /**
     * Imports objects of Cloud Storage. What became of each is written to where `newSink` says, which says another place for each
     * attempt: the service writes over nothing, and an attempt that was not heard of may have been made.
     */
    async importFiles(
      corpus: string,
      uris: readonly string[],
      newSink: () => string,
      signal: AbortSignal,
    ): Promise<ImportResult & { readonly sink: string }> {
      let sink = '';
      const fixedLengthChunking = { chunkSize: config.chunkTokens, chunkOverlap: config.chunkOverlapTokens };
      const request = () => {
        sink = newSink();
        const importRagFilesConfig = {
          gcsSource: { uris },
          importResultGcsSink: { outputUriPrefix: sink },
          ragFileTransformationConfig: { ragFileChunkingConfig: { fixedLengthChunking } },
        };
        return { parent: corpus, importRagFilesConfig };
      };
      return { ...importResult.parse(await toTheEnd('importRagFiles', request, ['parent', corpus], signal)), sink };
    },
    /** Every file of a corpus, in the service's order. Throws NotFound when there is no such corpus. */
    async *files(corpus: string, signal: AbortSignal): AsyncIterable<RagFile> {
      for (let pageToken = ''; ; ) {
        const request = { parent: corpus, pageSize: PAGE, pageToken };
        const [page, , reply] = filePageReply.parse(await manage('listRagFiles', request, ['parent', corpus], signal));
        yield* page;
        pageToken = reply?.nextPageToken ?? '';
        if (pageToken === '') return;
      }
    },
    async file(name: string, signal: AbortSignal): Promise<RagFile | undefined> {
      const reply = await unlessGone(manage('getRagFile', { name }, ['name', name], signal));
      return reply === undefined ? undefined : fileReply.parse(reply)[0];
    },
    /** Deletes a file; one that is gone is deleted. */
    async deleteFile(name: string, signal: AbortSignal): Promise<void> {
      await unlessGone(toTheEnd('deleteRagFile', { name }, ['name', name], signal));
    },
    /** Declares a key that files of a corpus may have metadata of. */
    async createSchema(corpus: string, key: string, type: MetadataType, signal: AbortSignal): Promise<void> {
      const schemaDetails = {
        type: DATA_TYPES[type],
        granularity: 'GRANULARITY_FILE_LEVEL',
        searchStrategy: { searchStrategyType: 'EXACT_SEARCH' },
      };
      const request = { parent: corpus, ragDataSchema: { key, schemaDetails }, ragDataSchemaId: key };
      await manage('createRagDataSchema', request, ['parent', corpus], signal);
    },
    /** Gives a file metadata. */
    async createMetadata(file: string, entries: readonly MetadataEntry[], signal: AbortSignal): Promise<void> {
      const requests = entries.map(({ key, type, value }) => ({
        parent: file,
        ragMetadata: { userSpecifiedMetadata: { key, value: { [VALUE_FIELDS[type]]: value } } },
        ragMetadataId: key,
      }));
      for (let from = 0; from < requests.length; from += MOST_ENTRIES) {
        const request = { parent: file, requests: requests.slice(from, from + MOST_ENTRIES) };
        await toTheEnd('batchCreateRagMetadata', request, ['parent', file], signal);
      }
    },
    /** What is found for a text in one corpus, best first. Asked once: a search has no time for more. */
    async retrieve(asked: RetrieveRequest, signal: AbortSignal): Promise<readonly Context[]> {
      const request = {
        parent,
        vertexRagStore: storeOf(asked),
        query: { text: asked.text, ragRetrievalConfig: retrievalOf(asked, config) },
      };
      try {
        const options = { timeoutMs, routing: ['parent', parent] as const, signal };
        const [reply] = contextsReply.parse(await callOnce(await search.ready(signal), 'retrieveContexts', request, options));
        return reply.contexts?.contexts ?? [];
      } catch (error) {
        signal.throwIfAborted();
        throw translate(error, config);
      }
    },
    async close(): Promise<void> {
      await Promise.all([data.close(), search.close()]);
    },
  };
}

const storeOf = ({ corpus, fileIds = [] }: RetrieveRequest) => ({ ragResources: [{ ragCorpus: corpus, ragFileIds: fileIds }] });

function retrievalOf({ topK, metadataFilter, whole }: RetrieveRequest, { distanceThreshold, hybridAlpha, ranker }: RagConfig) {
  if (whole) return { topK };
  const filter = {
    ...(distanceThreshold === undefined ? {} : { vectorDistanceThreshold: distanceThreshold }),
    ...(metadataFilter ? { metadataFilter } : {}),
  };
  return {
    topK,
    ...(hybridAlpha === undefined ? {} : { hybridSearch: { alpha: hybridAlpha } }),
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
    ...(ranker ? { ranking: { rankService: { modelName: ranker } } } : {}),
  };
}
