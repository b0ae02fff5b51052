import { setTimeout as sleep } from 'node:timers/promises';
import type { RagConfig } from '../../config.ts';
import { isPassing, Unavailable } from '../../errors.ts';
import type { RagClient } from './client.ts';
import { idOf } from './names.ts';

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;
const SLOWER = 2;

/**
 * Waits until the service finds what it says it has imported, and returns how many passages that is. A file can be ACTIVE and
 * not be found (googleapis/python-aiplatform#5006): to whoever asks it is not there, so it does not count as indexed. Throws
 * Unavailable when it takes too long.
 */
export async function untilVisible(
  corpus: string,
  parts: readonly { readonly file: string }[],
  title: string,
  { client, config }: { readonly client: Pick<RagClient, 'retrieve'>; readonly config: RagConfig },
  signal: AbortSignal,
): Promise<number> {
  const deadline = performance.now() + config.visibleTimeoutMs;
  let chunks = 0;
  let failure: unknown;
  for (const { file } of parts) {
    const request = { corpus, text: title, topK: config.maxTopK, fileIds: [idOf(file)], whole: true };
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * SLOWER)) {
      const found = await client.retrieve(request, signal).catch((error: unknown) => {
        if (!isPassing(error)) throw error;
        failure = error;
        return undefined;
      });
      if (found) failure = undefined;
      chunks += found?.length ?? 0;
      if (found && found.length > 0) break;
      if (performance.now() + wait > deadline) {
        // It was not asked in the end, which is no word about what it has.
        if (failure) throw failure;
        const seconds = Math.round(config.visibleTimeoutMs / 1_000);
        throw new Unavailable(`RAG Engine has imported it and does not find it after ${seconds} s: it is imported but not retrievable.`);
      }
      await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
  return chunks;
}
