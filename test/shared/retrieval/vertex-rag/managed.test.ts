import { describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../shared/caller.ts';
import type { SourceDocument } from '../../../../shared/documents/document.ts';
import { NotFound, Unavailable } from '../../../../shared/errors.ts';
import { createLog } from '../../../../shared/log.ts';
import type { Catalogue } from '../../../../shared/retrieval/vertex-rag/catalogue.ts';
import type { Context, RetrieveRequest } from '../../../../shared/retrieval/vertex-rag/client.ts';
import { managedArm } from '../../../../shared/retrieval/vertex-rag/managed.ts';
import { type DocumentRecord, keyOf } from '../../../../shared/retrieval/vertex-rag/record.ts';
import { createVet } from '../../../../shared/retrieval/vertex-rag/vet.ts';
import { ragConfig } from '../../../support/managed.ts';
import { queryOf } from '../../../support/query.ts';

const never = new AbortController().signal;
/** Documents of one passage each, the first `hidden` of them for the board alone. */
const corpusOf = (count: number, hidden: number) => {
  const documents = Array.from({ length: count }, (_, i) => {
    const documentId = `d${i}.md`;
    const uri = `gs://index/acme/texts/${keyOf(documentId)}/1-x/1.md`;
    const acl = [i < hidden ? 'board' : '*'];
    const context: Context = { uri, text: `Text ${i}.`, score: i, pages: undefined, fileId: `f${i}`, chunkId: 'c' };
    return { documentId, uri, acl, context };
  });
  const byKey = new Map(documents.map((document) => [keyOf(document.documentId), document]));
  const byId = new Map(documents.map((document) => [document.documentId, document]));
  let reads = 0;
  const requests: RetrieveRequest[] = [];
  const lines: string[] = [];
  const facts = { generation: 1n, metageneration: 1n, updatedAt: new Date() };
  const record = ({ documentId, uri, acl, context }: (typeof documents)[number]): DocumentRecord => ({
    ...facts,
    documentId,
    uri,
    acl,
    state: 'active',
    make: '',
    title: documentId,
    mediaType: 'text/markdown',
    language: 'en',
    parts: [{ uri, file: `corpus/ragFiles/${context.fileId}` }],
    chunks: 1,
    garbage: [],
    tries: 0,
    indexedAt: new Date(),
    ownMetadata: {},
    objectMetadata: {},
  });
  const catalogue: Pick<Catalogue, 'findByKey'> = {
    async findByKey(_, key) {
      reads++;
      const document = byKey.get(key);
      return document && record(document);
    },
  };
  const find = async (tenant: string, documentId: string): Promise<SourceDocument | undefined> => {
    const document = byId.get(documentId);
    const rest = { mediaType: undefined, size: undefined, metadata: {}, read: async () => new Uint8Array() };
    return document && { ...facts, ...rest, tenant, documentId, uri: document.uri, acl: document.acl };
  };
  const arm = (answer: (request: RetrieveRequest) => readonly Context[]) =>
    managedArm({
      client: {
        async retrieve(request) {
          requests.push(request);
          return answer(request).slice(0, request.topK);
        },
      },
      corpora: { using: async (_, work) => work('corpus') },
      vet: createVet({ catalogue, documents: { find }, indexBucket: 'index', fields: {}, ttlMs: 0 }),
      mirror: { filterOf: async () => undefined },
      allowList: Object.assign(async () => documents.slice(hidden).map(({ context }) => context.fileId), { forget: () => {} }),
      config: ragConfig({ address: '127.0.0.1:1' }),
      log: createLog('DEBUG', (line) => lines.push(line)),
    });
  const contexts = documents.map(({ context }) => context);
  const byFile = new Map(contexts.map((context) => [context.fileId, context]));
  return {
    arm,
    contexts,
    ofFiles: (ids: readonly string[] = []) => ids.flatMap((id) => byFile.get(id) ?? []),
    requests,
    reads: () => reads,
    entries: () => lines.map((line) => JSON.parse(line)),
  };
};
const query = (limit: number) => queryOf(makeCaller('acme', [], 'me'), 'text', { limit, signal: never });

describe('a search of the managed engine', () => {
  it('reads of the buckets what is shown, and on down the list what is dropped', async () => {
    const open = corpusOf(200, 0);
    const all = await open.arm(() => open.contexts).search(query(30));
    expect(all.candidates.map(({ hit }) => hit?.documentId)).toEqual(Array.from({ length: 30 }, (_, i) => `d${i}.md`));
    expect(open.reads()).toBe(30);
    const partly = corpusOf(200, 10);
    expect((await partly.arm(() => partly.contexts).search(query(30))).candidates).toHaveLength(30);
    expect(partly.reads()).toBe(30 + 16);
  });

  it('keeps what the service ranked among all in front of what the files of the scope have', async () => {
    const { arm, contexts, ofFiles, requests, reads } = corpusOf(350, 100);
    // Two of the scope are near, out of the order of the list; 98 that are not of it stand before them.
    const near = [contexts[349], contexts[220]].flatMap((context) => context ?? []);
    const { candidates, path } = await arm(({ fileIds }) => (fileIds ? ofFiles(fileIds) : [...contexts.slice(0, 98), ...near])).search(
      query(50),
    );
    const shares = [0, 1, 2].flatMap((place) => [100 + place, 200 + place, 300 + place]);
    expect(candidates.slice(0, 2 + shares.length).map(({ hit }) => hit?.documentId)).toEqual([349, 220, ...shares].map((i) => `d${i}.md`));
    expect(candidates).toHaveLength(50);
    expect(new Set(candidates.map(({ id }) => id)).size).toBe(50);
    expect(path).toBe('allow list of 250 files');
    // One question of all, and one for each hundred files.
    expect(requests).toHaveLength(1 + 3);
    // What was found, and of the rest only what is shown.
    expect(reads()).toBe(100 + 48);
  });

  it('ranks a scope of many files as a whole, wherever in the list what is near stands', async () => {
    const { arm, contexts, ofFiles, requests } = corpusOf(3_100, 100);
    const isNear = (context: Context) => contexts.indexOf(context) >= 3_000;
    const { candidates, path } = await arm(({ fileIds }) => (fileIds ? ofFiles(fileIds).filter(isNear) : contexts)).search(query(50));
    expect(candidates.map(({ hit }) => hit?.documentId)).toEqual(Array.from({ length: 50 }, (_, i) => `d${3_000 + i}.md`));
    expect(path).toBe('allow list of 3000 files');
    expect(requests).toHaveLength(1 + 30);
  });

  it('asks for no more than 3,200 files, and says of how many those are', async () => {
    const { arm, contexts, ofFiles, requests } = corpusOf(5_100, 100);
    const { candidates, path, incomplete } = await arm(({ fileIds }) => (fileIds ? ofFiles(fileIds) : contexts)).search(query(100));
    expect(candidates).toHaveLength(100);
    expect(path).toBe('allow list of 3200 files');
    expect(incomplete?.message).toMatch('The scope has 5000 files, and a search names 3200 of them.');
    expect(requests).toHaveLength(1 + 32);
  });

  it.each([
    ['a quota is used up', new Unavailable('used up', { code: 'RATE_LIMITED' }), 'used up', 1],
    ['files keep being replaced', new NotFound('no such file'), 'Files within the scope are being replaced. Try again.', 3],
  ])('keeps what was found among all where %s, and says that there may be more', async (_, error, told, attempts) => {
    const { arm, contexts, requests } = corpusOf(150, 100);
    const failing = (found: readonly Context[]) =>
      arm(({ fileIds }) => {
        if (fileIds) throw error;
        return found;
      });
    const near = failing([...contexts.slice(0, 98), ...contexts.slice(100, 102)]);
    const { candidates, incomplete } = await near.search(query(50));
    expect(candidates.map(({ hit }) => hit?.documentId)).toEqual(['d100.md', 'd101.md']);
    expect(incomplete).toMatchObject({ name: 'Unavailable', message: told });
    expect(requests).toHaveLength(1 + attempts);
    // Nothing at all is no answer.
    await expect(failing(contexts.slice(0, 100)).search(query(50))).rejects.toMatchObject({ name: 'Unavailable', message: told });
  });

  it('tells of everything that is of another tenant, though enough was found before', async () => {
    const { arm, contexts, reads, entries } = corpusOf(40, 0);
    const foreign = contexts.map((context) => ({ ...context, uri: context.uri.replace('/acme/', '/globex/') }));
    expect((await arm(() => [...contexts.slice(0, 5), ...foreign]).search(query(5))).candidates).toHaveLength(5);
    expect(reads()).toBe(5);
    expect(entries()).toEqual([
      expect.objectContaining({ severity: 'ERROR', alert: 'foreign', tenant: 'acme', count: 5 }),
      expect.objectContaining({ severity: 'DEBUG', refused: { foreign: 5 } }),
    ]);
  });
});
