import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { openEmbedder } from '../models/embed/open.ts';
import type { CheckContext, Checks } from '../preflight/check.ts';

// Not in open.ts, or every function's bundle would hold them.

/** What the configured backend needs of where it runs, as checks that change nothing. */
export async function openChecks(config: Config, log: Log, context: CheckContext): Promise<Checks> {
  if (config.rag && config.bucket.kind === 'gcs') {
    const { checksOfVertexRag } = await import('./vertex-rag/checks.ts');
    return checksOfVertexRag(config.rag, config.bucket.name, context);
  }
  const { checksOfPgvector } = await import('./pgvector/checks.ts');
  return checksOfPgvector(config, await openEmbedder(config.embedder), log, context);
}
