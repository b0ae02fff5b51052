import type { Context } from './context.ts';
import type { Corpus } from './engine.ts';
import { timestamp } from './operations.ts';
import { pageOf } from './pages.ts';
import { invalid, precondition } from './refusal.ts';
import { refuseChange, vectorDbOf } from './vector-db.ts';
import type { CreateCorpus, DeleteCorpus, Named, Page, SentCorpus, UpdateCorpus, WireCorpus } from './wire.ts';

const LONGEST_NAME = 128;

export function corporaMethods({ settings, engine, names, operations, data }: Context) {
  const nameOf = (id: string) => names.of('ragCorpora', id);
  const wire = (corpus: Corpus): WireCorpus => ({
    name: nameOf(corpus.id),
    displayName: corpus.displayName,
    description: corpus.description,
    createTime: timestamp(corpus.created),
    updateTime: timestamp(corpus.updated),
    corpusStatus: { state: corpus.state, errorStatus: corpus.errorStatus },
    vectorDbConfig: corpus.vectorDb,
    ...(corpus.kmsKeyName ? { encryptionSpec: { kmsKeyName: corpus.kmsKeyName } } : {}),
  });
  const idOf = (name: string) => names.parse(name, 'ragCorpora')[0] ?? '';

  return {
    createRagCorpus: data(({ parent, ragCorpus }: CreateCorpus) => {
      names.parse(parent);
      if (!ragCorpus) throw invalid('rag_corpus is required.');
      refuseDisplayName(ragCorpus);
      const id = engine.nextId();
      const corpora = engine.corpora();
      const now = new Date();
      const corpus: Corpus = {
        id,
        displayName: ragCorpus.displayName,
        description: ragCorpus.description,
        vectorDb: vectorDbOf(ragCorpus, engine.mode(), settings, `rag-${id}`),
        kmsKeyName: ragCorpus.encryptionSpec?.kmsKeyName,
        created: now,
        updated: now,
        state: 'INITIALIZED',
        errorStatus: '',
        files: new Map(),
        schemas: new Map(),
      };
      corpora.set(id, corpus);
      return operations.start(
        { method: 'createRagCorpus', parent: nameOf(id), response: 'RagCorpus', metadata: 'CreateRagCorpusOperationMetadata' },
        () => {
          corpus.state = 'ACTIVE';
          return wire(corpus);
        },
      );
    }),
    updateRagCorpus: data(({ ragCorpus }: UpdateCorpus) => {
      if (!ragCorpus) throw invalid('rag_corpus is required.');
      const corpus = engine.corpus(idOf(ragCorpus.name));
      if (ragCorpus.displayName) refuseDisplayName(ragCorpus);
      if (ragCorpus.encryptionSpec) throw invalid('encryption_spec is immutable.');
      const { vectorDbConfig } = ragCorpus;
      if (vectorDbConfig) refuseChange(corpus.vectorDb, vectorDbConfig);
      return operations.start(
        { method: 'updateRagCorpus', parent: nameOf(corpus.id), response: 'RagCorpus', metadata: 'UpdateRagCorpusOperationMetadata' },
        () => {
          corpus.displayName = ragCorpus.displayName || corpus.displayName;
          corpus.description = ragCorpus.description || corpus.description;
          const { ragEmbeddingModelConfig } = corpus.vectorDb;
          if (vectorDbConfig) corpus.vectorDb = { ...vectorDbConfig, ragEmbeddingModelConfig };
          corpus.updated = new Date();
          return wire(corpus);
        },
      );
    }),
    getRagCorpus: data(({ name }: Named) => {
      const corpus = engine.corpus(idOf(name));
      return { ...wire(corpus), ragFilesCount: corpus.files.size };
    }),
    listRagCorpora: data(({ parent, ...asked }: Page) => {
      names.parse(parent);
      const { page, nextPageToken } = pageOf([...engine.corpora().values()], ({ id }) => id, asked);
      return { ragCorpora: page.map(wire), nextPageToken };
    }),
    deleteRagCorpus: data(({ name, force }: DeleteCorpus) => {
      const corpus = engine.corpus(idOf(name));
      if (corpus.files.size > 0 && !force) throw precondition(`${name} is not empty: it has ${corpus.files.size} files. Use force.`);
      const corpora = engine.corpora();
      return operations.start(
        {
          method: 'deleteRagCorpus',
          parent: nameOf(corpus.id),
          response: 'google.protobuf.Empty',
          metadata: 'DeleteOperationMetadata',
        },
        () => {
          corpora.delete(corpus.id);
          return {};
        },
      );
    }),
  };
}

function refuseDisplayName({ displayName }: SentCorpus): void {
  if (!displayName) throw invalid('rag_corpus.display_name is required.');
  if ([...displayName].length > LONGEST_NAME) throw invalid(`rag_corpus.display_name is longer than ${LONGEST_NAME} characters.`);
}
