import type { Context } from './context.ts';
import type { Corpus, StoredSchema } from './engine.ts';
import { isType } from './metadata-value.ts';
import { pageOf } from './pages.ts';
import { exists, invalid, missing } from './refusal.ts';
import type { Batch, BatchDelete, CreateSchema, Named, Page, SchemaDetails } from './wire.ts';

const KEY = /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
export const MOST_IN_BATCH = 500;

export function schemaMethods({ engine, names, operations, data }: Context) {
  const wire = (corpus: Corpus, { key, details }: StoredSchema) => ({
    name: names.of('ragCorpora', corpus.id, 'ragDataSchemas', key),
    key,
    schemaDetails: details,
  });
  const corpusOf = (parent: string) => engine.active(names.parse(parent, 'ragCorpora')[0] ?? '');
  const find = (name: string) => {
    const [id = '', key = ''] = names.parse(name, 'ragCorpora', 'ragDataSchemas');
    const { schemas } = engine.active(id);
    if (!schemas.has(key)) throw missing(`RagDataSchema ${key} of RagCorpus ${id}`);
    return { id, key };
  };

  return {
    createRagDataSchema: data((request: CreateSchema) => {
      const corpus = corpusOf(request.parent);
      const schema = schemaOf(corpus, request);
      corpus.schemas.set(schema.key, schema);
      return wire(corpus, schema);
    }),
    batchCreateRagDataSchemas: data(({ parent, requests }: Batch<CreateSchema>) => {
      const corpus = corpusOf(parent);
      refuseBatch(parent, requests);
      const schemas = requests.map((request) => schemaOf(corpus, request));
      refuseTwice(schemas.map(({ key }) => key));
      return operations.start(
        {
          method: 'batchCreateRagDataSchemas',
          parent: names.of('ragCorpora', corpus.id),
          response: 'BatchCreateRagDataSchemasResponse',
          metadata: 'BatchCreateRagDataSchemasOperationMetadata',
        },
        () => {
          for (const schema of schemas) corpus.schemas.set(schema.key, schema);
          return { ragDataSchemas: schemas.map((schema) => wire(corpus, schema)) };
        },
      );
    }),
    getRagDataSchema: data(({ name }: Named) => {
      const { id, key } = find(name);
      const corpus = engine.corpus(id);
      const schema = corpus.schemas.get(key);
      return schema ? wire(corpus, schema) : {};
    }),
    listRagDataSchemas: data(({ parent, ...asked }: Page) => {
      const corpus = corpusOf(parent);
      const { page, nextPageToken } = pageOf([...corpus.schemas.values()], ({ key }) => key, asked);
      return { ragDataSchemas: page.map((schema) => wire(corpus, schema)), nextPageToken };
    }),
    deleteRagDataSchema: data(({ name }: Named) => {
      const { id, key } = find(name);
      engine.corpus(id).schemas.delete(key);
      return {};
    }),
    batchDeleteRagDataSchemas: data(({ parent, names: all }: BatchDelete) => {
      const corpus = corpusOf(parent);
      refuseSize(all.length);
      const keys = all.map((name) => find(name).key);
      return operations.start(
        {
          method: 'batchDeleteRagDataSchemas',
          parent: names.of('ragCorpora', corpus.id),
          response: 'google.protobuf.Empty',
          metadata: 'DeleteOperationMetadata',
        },
        () => {
          for (const key of keys) corpus.schemas.delete(key);
          return {};
        },
      );
    }),
  };
}

/** The schema of a request, if it may be created. */
function schemaOf({ schemas }: Corpus, { ragDataSchema, ragDataSchemaId }: CreateSchema): StoredSchema {
  const { key = '', schemaDetails: details = null } = ragDataSchema ?? {};
  if (!KEY.test(key)) throw invalid(`Invalid key "${key}" of a schema: it must match ${KEY.source}.`);
  if (ragDataSchemaId !== undefined && ragDataSchemaId !== key) throw invalid(`rag_data_schema_id must be the key, ${key}.`);
  if (!details) throw invalid(`schema_details of ${key} are required.`);
  refuseDetails(key, details);
  if (schemas.has(key)) throw exists(`RagDataSchema ${key}`);
  return { key, details };
}

function refuseDetails(key: string, { type = '', listConfig, granularity }: SchemaDetails, inList = false): void {
  if (!isType(type)) throw invalid(`The type of the schema of ${key} is required.`);
  if (!inList && granularity !== 'GRANULARITY_FILE_LEVEL') throw invalid(`The granularity of ${key} must be FILE_LEVEL.`);
  if (type !== 'LIST') return;
  const element = listConfig?.valueSchema;
  if (inList || !element) throw invalid(`A LIST such as ${key} needs a value_schema that is no LIST.`);
  refuseDetails(key, element, true);
}

export function refuseBatch(parent: string, requests: readonly { readonly parent: string }[]): void {
  refuseSize(requests.length);
  const other = requests.find((request) => request.parent && request.parent !== parent);
  if (other) throw invalid(`A request of a batch must have its parent, not ${other.parent}.`);
}

export function refuseSize(size: number): void {
  if (size === 0 || size > MOST_IN_BATCH) throw invalid(`A batch has 1 to ${MOST_IN_BATCH} requests, not ${size}.`);
}

export function refuseTwice(keys: readonly string[]): void {
  const twice = keys.find((key, i) => keys.indexOf(key) !== i);
  if (twice !== undefined) throw invalid(`${twice} is in the batch twice.`);
}
