import { randomUUID } from 'node:crypto';
import { abortable } from '../../abort.ts';
import type { RagClient } from './client.ts';
import { failureSaid, type Imported, readImportResults } from './import-results.ts';
import type { IndexBucket } from './index-bucket.ts';
import type { Quota } from './quota.ts';

/** Objects in one import: a tenth of what the service takes, so that one that hangs holds up no more. */
const MOST_OBJECTS = 1_000;

export interface ImportDependencies {
  readonly client: RagClient;
  readonly bucket: IndexBucket;
  readonly quota: Quota;
}

interface Waiting {
  readonly uris: readonly string[];
  readonly signal: AbortSignal;
  readonly resolve: (imported: readonly Imported[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Imports objects into a corpus of a tenant; the results are in the order of `uris`. */
export type Importer = (tenant: string, corpus: string, uris: readonly string[], signal: AbortSignal) => Promise<readonly Imported[]>;

/**
 * The service takes three imports at once, and a thousand objects in one of them. So what comes while all three are under way
 * waits, and goes together in the next. One object's failure is its own.
 */
export function createImporter({ client, bucket, quota }: ImportDependencies): Importer {
  const waiting = new Map<string, { readonly tenant: string; readonly corpus: string; readonly list: Waiting[] }>();

  const run = async (corpus: string): Promise<void> => {
    const queue = waiting.get(corpus);
    if (!queue) return;
    const taken = take(queue.list);
    if (queue.list.length === 0) waiting.delete(corpus);
    else void start(corpus);
    if (taken.length === 0) return;
    // Nobody's wait ends another's import; it goes on for as long as one of them waits.
    const stop = new AbortController();
    const abandon = () => {
      if (taken.every(({ signal }) => signal.aborted)) stop.abort(new Error('Nobody waits for this import any more.'));
    };
    for (const { signal } of taken) signal.addEventListener('abort', abandon, { once: true });
    abandon();
    try {
      const results = await importAll(
        queue,
        taken.flatMap(({ uris }) => uris),
        stop.signal,
      );
      for (const { uris, resolve } of taken) resolve(uris.map((uri) => results.get(uri) ?? UNLISTED));
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      for (const { signal } of taken) signal.removeEventListener('abort', abandon);
    }
  };
  const unhurried = new AbortController().signal;
  const start = (corpus: string): Promise<void> => quota.import(() => run(corpus), unhurried);

  const importAll = async (
    { tenant, corpus }: { readonly tenant: string; readonly corpus: string },
    uris: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Imported>> => {
    const place = `gs://${bucket.name}/`;
    const { failed, sink } = await client.importFiles(corpus, uris, () => `${place}${tenant}/imports/${randomUUID()}.ndjson`, signal);
    const results = readImportResults(await resultOf(sink.slice(place.length), signal), uris);
    const told = uris.map((uri) => results.get(uri));
    const isClear = told.every((result) => result?.file !== undefined || result?.failure !== undefined);
    if (isClear && told.filter((result) => result?.failure !== undefined).length === failed) return results;
    // It does not say what became of each, or says otherwise than it counts: the files that are there tell.
    const there = await filesOf(corpus, new Set(uris), signal);
    const without = (result: Imported | undefined): Imported => {
      if (result?.failure) return result;
      if (failed > 0) return { file: undefined, failure: failureSaid(result?.said) };
      return result?.file === undefined ? UNLISTED : result;
    };
    return new Map(uris.map((uri, i) => [uri, there.has(uri) ? { file: there.get(uri), failure: undefined } : without(told[i])]));
  };
  /** Where results are written to is an object or a folder: its name is called a prefix. */
  const resultOf = async (sink: string, signal: AbortSignal): Promise<string> => {
    const texts: string[] = [];
    for await (const { name } of bucket.list(sink, signal)) {
      texts.push((await bucket.text(name, signal)) ?? '');
      await bucket.remove(name, signal);
    }
    return texts.join('\n');
  };
  const filesOf = async (corpus: string, uris: ReadonlySet<string>, signal: AbortSignal): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    for await (const { name, uri, error } of client.files(corpus, signal)) if (uris.has(uri) && error === undefined) found.set(uri, name);
    return found;
  };

  return async (tenant, corpus, uris, signal) => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<readonly Imported[]>();
    const queue = waiting.get(corpus) ?? { tenant, corpus, list: [] };
    const isFirst = !waiting.has(corpus);
    waiting.set(corpus, queue);
    queue.list.push({ uris, signal, resolve, reject });
    if (isFirst) void start(corpus);
    return abortable(promise, signal);
  };
}

const UNLISTED: Imported = {
  file: undefined,
  failure: { reason: 'it says that it imported the file, and does not list it.', isPassing: true },
};

/** As many as fit into one import, those that still wait, in the order they came. */
function take(list: Waiting[]): readonly Waiting[] {
  const taken: Waiting[] = [];
  let objects = 0;
  while (list[0] && (taken.length === 0 || objects + list[0].uris.length <= MOST_OBJECTS)) {
    const next = list.shift();
    if (!next || next.signal.aborted) continue;
    objects += next.uris.length;
    taken.push(next);
  }
  return taken;
}
