import { ConfigError } from '../../config.ts';
import type { Embedder } from '../../models/embed/embedder.ts';
import type { Driver } from './store/store.ts';

/** The most dimensions that pgvector has an HNSW index for. */
const MOST: Readonly<Record<Driver['vectorType'], number>> = { vector: 2_000, halfvec: 4_000 };

/**
 * Throws ConfigError when the model's vectors have more dimensions than can be indexed: searches would be exact for ever, and
 * slow, and nobody be told before maintenance tries to build the index.
 */
export function requireIndexable(
  { vectorType }: Pick<Driver, 'vectorType'>,
  { model, dimensions }: Pick<Embedder, 'model' | 'dimensions'>,
): void {
  const most = MOST[vectorType];
  if (dimensions <= most) return;
  const instead = vectorType === 'vector' ? `, or a server (DATABASE_URL), which has at most ${MOST.halfvec}` : '';
  throw new ConfigError(
    `EMBED_DIMENSIONS: ${model} has ${dimensions} dimensions, and this database indexes at most ${most} as ${vectorType}. Configure fewer${instead}.`,
  );
}
