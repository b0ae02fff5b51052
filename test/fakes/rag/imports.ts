import pMap from 'p-map';
import { chunk } from './chunk.ts';
import type { Context } from './context.ts';
import type { Chunk, Corpus, StoredFile } from './engine.ts';
import { type ImportPlan, planOf } from './import-plan.ts';
import type { ResultRow } from './import-result.ts';
import { readText } from './read-text.ts';
import { exhausted, invalid } from './refusal.ts';
import type { ImportFiles, WireImported } from './wire.ts';
import { countWords } from './words.ts';

/** What a test says about files by their URI. */
export interface FileScripts {
  /** Why a file can not be imported; undefined if it can. */
  fails: (uri: string) => string | undefined;
  /** Whether retrieval never finds a file, although it is ACTIVE. */
  neverVisible: (uri: string) => boolean;
}

/** What reading a URI gave. */
type Prepared = { readonly file: StoredFile } | { readonly reason: string; readonly sizeBytes: number };

export function importMethods(context: Context, scripts: FileScripts) {
  const { settings, engine, names, operations, data } = context;

  const prepare = async (uri: string, { chunkSize, chunkOverlap }: ImportPlan): Promise<Prepared> => {
    const failed = (reason: string, sizeBytes = 0): Prepared => ({ reason, sizeBytes });
    const scripted = scripts.fails(uri);
    if (scripted !== undefined) return failed(scripted);
    const object = await settings.readObject(uri);
    if (!object) return failed(`${uri} does not exist.`);
    const { length: sizeBytes } = object.bytes;
    const read = readText(uri, object.bytes, object.contentType);
    if ('reason' in read) return failed(read.reason, sizeBytes);
    const chunks = await Promise.all(
      chunk(read.text, chunkSize, chunkOverlap).map(
        async ({ text, pages }): Promise<Chunk> => ({
          id: engine.nextId(),
          text,
          pages,
          vector: await settings.embed(text),
          ...countWords(text),
        }),
      ),
    );
    return { file: { ...newFile(uri, sizeBytes), chunks } };
  };
  const newFile = (uri: string, sizeBytes: number, error?: string): StoredFile => ({
    id: engine.nextId(),
    uri,
    displayName: uri.slice(uri.lastIndexOf('/') + 1).slice(0, 128),
    sizeBytes,
    created: new Date(),
    error,
    chunks: [],
    visibleFrom: scripts.neverVisible(uri) ? Number.POSITIVE_INFINITY : settings.now() + settings.visibilityMs,
    metadata: new Map(),
  });

  /** Puts what was read of a URI into the corpus. */
  const store = (corpus: Corpus, uri: string, prepared: Prepared): ResultRow => {
    const row = (status: ResultRow['status'], file: StoredFile | undefined, reason?: string): ResultRow => ({
      uri,
      status,
      file: file && names.of('ragCorpora', corpus.id, 'ragFiles', file.id),
      reason,
    });
    const add = (file: StoredFile) => {
      corpus.files.set(file.id, file);
      return file;
    };
    const before = [...corpus.files.values()].filter((file) => file.uri === uri);
    const there = before.find(({ error }) => !error);
    if (there && settings.again === 'skip') return row('SKIPPED', there, `${uri} is in the corpus already.`);
    if ('reason' in prepared) {
      const listed = settings.listsFailed && !there ? add(newFile(uri, prepared.sizeBytes, prepared.reason)) : undefined;
      return row('FAILED', listed, prepared.reason);
    }
    for (const file of before) if (file.error || settings.again === 'replace') corpus.files.delete(file.id);
    return row('IMPORTED', add(prepared.file));
  };

  const run = async (corpus: Corpus, plan: ImportPlan): Promise<WireImported> => {
    const rows = await pMap(plan.uris, async (uri) => ({ uri, prepared: await prepare(uri, plan) }), { concurrency: 32 });
    // It may have been deleted meanwhile.
    engine.corpus(corpus.id);
    const results = rows.map(({ uri, prepared }) => store(corpus, uri, prepared));
    const count = (status: ResultRow['status']) => String(results.filter((row) => row.status === status).length);
    if (plan.resultUri) {
      await settings.writeObject?.(plan.resultUri, results.map((row) => `${JSON.stringify(settings.resultRow(row))}\n`).join(''));
    }
    return {
      importedRagFilesCount: count('IMPORTED'),
      failedRagFilesCount: count('FAILED'),
      skippedRagFilesCount: count('SKIPPED'),
    };
  };

  return {
    importRagFiles: data(async ({ parent, importRagFilesConfig }: ImportFiles) => {
      const [id = ''] = names.parse(parent, 'ragCorpora');
      const corpus = engine.active(id);
      const plan = planOf(importRagFilesConfig, corpus);
      if (plan.resultUri) {
        if (!settings.writeObject) throw invalid('This fake was started without writeObject: it writes no results of imports.');
        if (await settings.readObject(plan.resultUri)) throw invalid(`${plan.resultUri} exists already: a result is not written over it.`);
      }
      if (operations.pending('importRagFiles').length >= settings.importsAtOnce) {
        throw exhausted(`Only ${settings.importsAtOnce} ImportRagFiles operations may run at once in a project.`);
      }
      return operations.start(
        {
          method: 'importRagFiles',
          parent: names.of('ragCorpora', id),
          response: 'ImportRagFilesResponse',
          metadata: 'ImportRagFilesOperationMetadata',
          details: { ragCorpusId: id, importRagFilesConfig },
        },
        () => run(corpus, plan),
      );
    }),
  };
}
