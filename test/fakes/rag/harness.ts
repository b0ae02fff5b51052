import { expect } from 'vitest';
import { startFakeStorage } from '../storage.ts';
import { ragClients } from './client.ts';
import { startFakeRag } from './fake.ts';
import { objectsOf } from './objects.ts';
import type { FakeRagOptions } from './options.ts';

type Clients = ReturnType<typeof ragClients>;
type ImportConfig = NonNullable<Parameters<Clients['data']['importRagFiles']>[0]>['importRagFilesConfig'];
type RagCorpus = NonNullable<Parameters<Clients['data']['createRagCorpus']>[0]>['ragCorpus'];
type RetrievalConfig = NonNullable<
  NonNullable<NonNullable<Parameters<Clients['retrieval']['retrieveContexts']>[0]>['query']>['ragRetrievalConfig']
>;

/** A fake over a fake of Cloud Storage, without quotas unless they are asked for, and Google's clients of it. */
export async function startRag(options: Partial<FakeRagOptions> = {}) {
  const storage = await startFakeStorage();
  const fake = await startFakeRag({ ...objectsOf(storage), dataQuota: undefined, retrievalQuota: undefined, ...options });
  const { data, retrieval, close } = ragClients(fake);

  const importUris = async (parent: string, uris: readonly string[], config: ImportConfig = {}) => {
    const [operation] = await data.importRagFiles({ parent, importRagFilesConfig: { gcsSource: { uris: [...uris] }, ...config } });
    const [{ importedRagFilesCount, failedRagFilesCount, skippedRagFilesCount }] = await operation.promise();
    return {
      imported: Number(importedRagFilesCount),
      failed: Number(failedRagFilesCount),
      skipped: Number(skippedRagFilesCount),
    };
  };
  return {
    storage,
    fake,
    data,
    retrieval,
    importUris,
    /** Creates a corpus and returns its name. */
    async corpus(ragCorpus: RagCorpus = {}): Promise<string> {
      const [operation] = await data.createRagCorpus({ parent: fake.parent, ragCorpus: { displayName: 'tenant', ...ragCorpus } });
      const [{ name }] = await operation.promise();
      return name ?? '';
    },
    /** Puts objects of gs://b and imports them. */
    import(corpus: string, objects: Readonly<Record<string, string | Uint8Array>>, config: ImportConfig = {}) {
      for (const [name, body] of Object.entries(objects)) storage.put(`b/${name}`, body);
      return importUris(
        corpus,
        Object.keys(objects).map((name) => `gs://b/${name}`),
        config,
      );
    },
    async search(corpus: string, text: string, ragRetrievalConfig: RetrievalConfig = {}, ragFileIds: string[] = []) {
      const [{ contexts }] = await retrieval.retrieveContexts({
        parent: fake.parent,
        vertexRagStore: { ragResources: [{ ragCorpus: corpus, ragFileIds }] },
        query: { text, ragRetrievalConfig },
      });
      return contexts?.contexts ?? [];
    },
    async files(corpus: string) {
      const [files] = await data.listRagFiles({ parent: corpus });
      return files;
    },
    async close() {
      await close();
      await Promise.all([fake.close(), storage.close()]);
    },
  };
}

/** What a refused call, or operation, rejects with: the gRPC code, and a sentence in which these words stand. */
export const refusal = (code: number, words: RegExp) => ({ code, message: expect.stringMatching(words) });
