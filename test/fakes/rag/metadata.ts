import type { Context } from './context.ts';
import type { Corpus, StoredFile, StoredMetadata } from './engine.ts';
import { refuseValue } from './metadata-value.ts';
import { pageOf } from './pages.ts';
import { exists, invalid, missing } from './refusal.ts';
import { refuseBatch, refuseSize, refuseTwice } from './schemas.ts';
import type { Batch, BatchDelete, CreateMetadata, Named, Page, SentMetadata, UpdateMetadata } from './wire.ts';

interface Place {
  readonly corpus: Corpus;
  readonly file: StoredFile;
}

export function metadataMethods({ engine, names, operations, data }: Context) {
  const fileName = ({ corpus, file }: Place) => names.of('ragCorpora', corpus.id, 'ragFiles', file.id);
  const wire = (place: Place, { id, key, value }: StoredMetadata) => ({
    name: `${fileName(place)}/ragMetadata/${id}`,
    userSpecifiedMetadata: { key, value },
  });
  const placeOf = (parent: string): Place => {
    const [corpus = '', file = ''] = names.parse(parent, 'ragCorpora', 'ragFiles');
    return { corpus: engine.active(corpus), file: engine.file(corpus, file) };
  };
  const find = (name: string): Place & { readonly metadata: StoredMetadata } => {
    const [, , id = ''] = names.parse(name, 'ragCorpora', 'ragFiles', 'ragMetadata');
    const place = placeOf(name.slice(0, name.lastIndexOf('/ragMetadata/')));
    const metadata = [...place.file.metadata.values()].find((each) => each.id === id);
    if (!metadata) throw missing(`RagMetadata ${id} of RagFile ${place.file.id}`);
    return { ...place, metadata };
  };
  /** The metadata of a request, if it may be created. */
  const newOf = ({ corpus, file }: Place, { ragMetadata, ragMetadataId }: CreateMetadata): StoredMetadata => {
    const { key, value } = keyAndValueOf(corpus, ragMetadata);
    if (file.metadata.has(key)) throw exists(`Metadata ${key} of RagFile ${file.id}`);
    return { id: ragMetadataId || engine.nextId(), key, value };
  };
  const started = (place: Place) => ({ parent: fileName(place) });

  return {
    createRagMetadata: data((request: CreateMetadata) => {
      const place = placeOf(request.parent);
      const metadata = newOf(place, request);
      place.file.metadata.set(metadata.key, metadata);
      return wire(place, metadata);
    }),
    batchCreateRagMetadata: data(({ parent, requests }: Batch<CreateMetadata>) => {
      const place = placeOf(parent);
      refuseBatch(parent, requests);
      const all = requests.map((request) => newOf(place, request));
      refuseTwice(all.map(({ key }) => key));
      return operations.start(
        {
          method: 'batchCreateRagMetadata',
          ...started(place),
          response: 'BatchCreateRagMetadataResponse',
          metadata: 'BatchCreateRagMetadataOperationMetadata',
        },
        () => {
          for (const metadata of all) place.file.metadata.set(metadata.key, metadata);
          return { ragMetadata: all.map((metadata) => wire(place, metadata)) };
        },
      );
    }),
    updateRagMetadata: data(({ ragMetadata }: UpdateMetadata) => {
      const { metadata, ...place } = find(ragMetadata?.name ?? '');
      const { key, value } = keyAndValueOf(place.corpus, ragMetadata);
      if (key !== metadata.key) throw invalid(`The key of metadata can't be changed, from ${metadata.key} to ${key}.`);
      const changed = { ...metadata, value };
      place.file.metadata.set(key, changed);
      return wire(place, changed);
    }),
    getRagMetadata: data(({ name }: Named) => {
      const { metadata, ...place } = find(name);
      return wire(place, metadata);
    }),
    listRagMetadata: data(({ parent, ...asked }: Page) => {
      const place = placeOf(parent);
      const { page, nextPageToken } = pageOf([...place.file.metadata.values()], ({ id }) => id, asked);
      return { ragMetadata: page.map((metadata) => wire(place, metadata)), nextPageToken };
    }),
    deleteRagMetadata: data(({ name }: Named) => {
      const { file, metadata } = find(name);
      file.metadata.delete(metadata.key);
      return {};
    }),
    batchDeleteRagMetadata: data(({ parent, names: all }: BatchDelete) => {
      const place = placeOf(parent);
      refuseSize(all.length);
      const keys = all.map((name) => find(name).metadata.key);
      return operations.start(
        { method: 'batchDeleteRagMetadata', ...started(place), response: 'google.protobuf.Empty', metadata: 'DeleteOperationMetadata' },
        () => {
          for (const key of keys) place.file.metadata.delete(key);
          return {};
        },
      );
    }),
  };
}

/** A key and its value, if the corpus has a schema for them. */
function keyAndValueOf({ schemas }: Corpus, sent: SentMetadata | null) {
  const { key = '', value = null } = sent?.userSpecifiedMetadata ?? {};
  const schema = schemas.get(key);
  if (!schema) throw invalid(`There is no RagDataSchema of the key "${key}".`);
  refuseValue(key, value, schema.details);
  if (!value) throw invalid(`The value of metadata ${key} is required.`);
  return { key, value };
}
