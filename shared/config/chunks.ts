import { z } from 'zod';
import { ConfigError } from './error.ts';
import { type EmbedderConfig, embedder, type modelSettings } from './models.ts';
import { json, type Settings, whole } from './values.ts';

/** The bounds of sizes of chunks, wherever they are set. */
const SIZES = { maxChars: [200, 100_000], targetChars: [100, 100_000], overlapChars: [0, 50_000] } as const;

const size = (key: keyof typeof SIZES) => z.int().min(SIZES[key][0]).max(SIZES[key][1]);

/** `exactOptional`: a size that is not given is not there, so that it can't hide the common one. */
const chunkSizes = z.strictObject({
  maxChars: size('maxChars').exactOptional(),
  targetChars: size('targetChars').exactOptional(),
  overlapChars: size('overlapChars').exactOptional(),
});

export const chunkSettings = {
  CHUNK_MAX_CHARS: whole(1_200, ...SIZES.maxChars),
  CHUNK_TARGET_CHARS: whole(650, ...SIZES.targetChars),
  CHUNK_OVERLAP_CHARS: whole(0, ...SIZES.overlapChars),
  /** By media type, over those three. */
  CHUNK_SIZES: json(z.record(z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'is not a media type'), chunkSizes)).prefault('{}'),
};

/** How long chunks are, in UTF-16 code units. */
export interface ChunkSizes {
  /** The longest body of a chunk. A table, a list or a block of code that is no longer stays whole. */
  readonly maxChars: number;
  /** What prose is cut to, about; `maxChars` when it is not given or more. */
  readonly targetChars?: number;
  /** The most that a chunk repeats of the one before it, in whole sentences; within `maxChars`. */
  readonly overlapChars: number;
}

export interface ChunkConfig extends ChunkSizes {
  /** Over those, for the media types that have their own. */
  readonly byMediaType?: Readonly<Record<string, ChunkSizes>>;
}

export function chunk(e: Settings<typeof chunkSettings & typeof modelSettings>): ChunkConfig {
  const common = { maxChars: e.CHUNK_MAX_CHARS, targetChars: e.CHUNK_TARGET_CHARS, overlapChars: e.CHUNK_OVERLAP_CHARS };
  checkSizes(common, embedder(e), { maxChars: 'CHUNK_MAX_CHARS', overlapChars: 'CHUNK_OVERLAP_CHARS' });
  const byMediaType = Object.entries(e.CHUNK_SIZES).map(([mediaType, own]): [string, ChunkSizes] => {
    const sizes = { ...common, ...own };
    const name = `CHUNK_SIZES: ${mediaType}`;
    checkSizes(sizes, embedder(e), { maxChars: `${name}: maxChars`, overlapChars: `${name}: overlapChars` });
    return [mediaType.toLowerCase(), sizes];
  });
  return { ...common, byMediaType: Object.fromEntries(byMediaType) };
}

function checkSizes(
  { maxChars, overlapChars }: ChunkSizes,
  model: EmbedderConfig,
  names: Readonly<Record<'maxChars' | 'overlapChars', string>>,
): void {
  if (overlapChars * 2 > maxChars)
    throw new ConfigError(`${names.overlapChars}: must be at most half of ${maxChars}, the longest of a chunk`);
  // A character is at most about one token, in the scripts that cost most; English has four to a token.
  if (model.kind === 'gemini' && maxChars > model.maxTokens) {
    throw new ConfigError(`${names.maxChars}: must be at most ${model.maxTokens}, the token limit of ${model.model}`);
  }
}
