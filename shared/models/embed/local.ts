import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { Unavailable } from '../../errors.ts';
import type { Embedder } from './embedder.ts';
import { normalise } from './normalise.ts';

const DIMENSIONS = 512;
/** Small enough that a query never waits long behind a batch of passages. */
const BATCH = 8;
const MOST_THREADS = 4;

/**
 * The offline encoder: Universal Sentence Encoder Lite, whose weights come with its package. English only and weak
 * (reference figures in DESIGN.md), so the `local` profile leans on the lexical arm; it shows the dense path without
 * credentials. Its threads start with the first text, and hold about 250 MB each.
 */
export function createLocalEmbedder(threads = Math.min(availableParallelism(), MOST_THREADS)): Embedder {
  let pool: Piscina | undefined;
  const run = async (texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> => {
    pool ??= new Piscina({
      filename: new URL('./local-worker.ts', import.meta.url).href,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: 30_000,
    });
    const vectors: unknown = await pool.run(texts.map(encodable), { signal });
    if (!Array.isArray(vectors)) throw new Unavailable('The local encoder gave no vectors.');
    return vectors.map((vector) => normalise(vector, DIMENSIONS));
  };
  return {
    model: `use-lite/${DIMENSIONS}`,
    dimensions: DIMENSIONS,
    async embedPassages(passages, signal) {
      const texts = passages.map(({ title, text }) => `${title}\n${text}`);
      const batches = Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, i) => texts.slice(i * BATCH, (i + 1) * BATCH));
      return (await Promise.all(batches.map((batch) => run(batch, signal)))).flat();
    },
    async embedQuery(text, signal) {
      const [vector] = await run([text], signal);
      if (!vector) throw new Unavailable('The local encoder gave no vector.');
      return vector;
    },
    close: async () => {
      await pool?.close({ force: true });
    },
  };
}

/** The encoder fails on a text in which it knows no token at all, such as an empty one. */
const encodable = (text: string): string => (text.trim() === '' ? '.' : text);
