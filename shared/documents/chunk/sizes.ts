import type { ChunkConfig, ChunkSizes } from '../../config.ts';

/** The sizes of a media type: its own where the configuration has some, and else those of all documents. */
export function sizesOf(config: ChunkConfig, mediaType: string): Required<ChunkSizes> {
  const own = config.byMediaType && Object.hasOwn(config.byMediaType, mediaType) ? config.byMediaType[mediaType] : undefined;
  const { maxChars, overlapChars, targetChars = maxChars } = own ?? config;
  return { maxChars, overlapChars, targetChars: Math.min(targetChars, maxChars) };
}

/** The sizes as they are stored with what was made by them. */
export function describeSizes({ byMediaType = {}, ...common }: ChunkConfig): string {
  const named = ({ maxChars, targetChars = maxChars, overlapChars }: ChunkSizes) => `${maxChars}/${targetChars}/${overlapChars}`;
  const own = Object.keys(byMediaType)
    .sort()
    .flatMap((mediaType) => (byMediaType[mediaType] ? ` ${mediaType} ${named(byMediaType[mediaType])}` : []));
  return `${named(common)}${own.join('')}`;
}
