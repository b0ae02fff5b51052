import type { ChunkConfig, ChunkSizes } from '../../config.ts';
import type { Chunk, ParsedDocument } from '../document.ts';
import type { Range } from '../parse/segments.ts';
import { keepChunks } from './keep.ts';
import { locator } from './locator.ts';
import { pack } from './pack.ts';
import { sections } from './sections.ts';
import { sentences } from './sentences.ts';
import { sizesOf } from './sizes.ts';
import { type Source, type Unit, units } from './units.ts';

/** Changes whenever the same document would be cut otherwise, so that stored chunks are known to be of an older make. */
export const CHUNKER_VERSION = 3;

/** Documents of fewer chunks are cut afresh each time: embedding them again costs less than a cut that depends on history. */
export const KEEP_FROM_CHUNKS = 32;

/** What is kept of a chunk of the version before: what it said, and under which headings. */
export type EarlierChunk = Pick<Chunk, 'headingPath' | 'body'>;

/** PDF has no headings, only letters of some size. */
const GUESSED_HEADINGS = 'application/pdf';

type Body = Range & { readonly body: string };

/**
 * The passages of a document: its sections first, and those that are longer than `targetChars` cut where their own blocks
 * end. A table, a list or a block of code that is no longer than `maxChars` stays whole, and with what announces it; a
 * longer one is cut between its rows, items or functions. A chunk that continues a section's prose opens with the last
 * whole sentences of the one before it, at most `overlapChars` of them.
 *
 * `before` are the chunks of the version that this one replaces. In a long document those that still stand in the new
 * text are kept as they are, so that a change embeds what it touched; without it the result depends on nothing else.
 */
export function chunk(
  document: Pick<ParsedDocument, 'text' | 'title' | 'tree' | 'language' | 'mediaType' | 'pages'>,
  config: ChunkConfig,
  before: readonly EarlierChunk[] = [],
): readonly Chunk[] {
  const sizes = sizesOf(config, document.mediaType);
  const kept =
    before.length >= KEEP_FROM_CHUNKS ? Map.groupBy(before, ({ headingPath }) => headingPath.join('\n')) : new Map<string, typeof before>();
  return sections(document, document.mediaType === GUESSED_HEADINGS)
    .flatMap(({ headingPath, blocks }) => {
      const bodies = kept.get(headingPath.join('\n'))?.map(({ body }) => body) ?? [];
      return cut(document, units(document, blocks, sizes), bodies, sizes).map((body) => ({ headingPath, ...body }));
    })
    .filter(({ body }) => body !== '')
    .map((part, ordinal) => ({ ordinal, ...part, ...locator(document.pages, part) }));
}

/** The bodies of a section: those of `before` that still stand in it, and between them its units packed anew. */
function cut(source: Source, section: readonly Unit[], before: readonly string[], sizes: Required<ChunkSizes>): readonly Body[] {
  const unitBefore = new Map(section.map((unit, i) => [unit, section[i - 1]]));
  const bodies: Body[] = [];
  for (const { units, kept } of keepChunks(source.text, section, before, sizes.targetChars)) {
    if (kept) bodies.push(kept);
    for (const run of kept ? [] : pack(source.text, units, sizes)) {
      bodies.push(withOverlap(source, run, run[0] && unitBefore.get(run[0]), sizes, bodies.at(-1)));
    }
  }
  return bodies;
}

/** A run's body, and before it the whole sentences that fit, if there are any, but never all of the body `before` it. */
function withOverlap(source: Source, run: readonly Unit[], previous: Unit | undefined, sizes: Required<ChunkSizes>, before?: Body): Body {
  const alone = bodyOf(source.text, run);
  const first = run[0];
  if (first?.kind !== 'prose' || previous?.kind !== 'prose') return alone;
  const room = Math.min(sizes.overlapChars, sizes.maxChars - alone.body.length);
  const lent = sentences(source, previous).find(({ start }) => first.start - start <= room && start > (before?.start ?? -1));
  return lent ? bodyOf(source.text, run, lent.start) : alone;
}

function bodyOf(text: string, run: readonly Unit[], from = run[0]?.start ?? 0): Body {
  const said = text.slice(from, run.at(-1)?.end ?? from);
  const start = from + (/^(?:[^\S\n]*\n)+/.exec(said)?.[0].length ?? 0);
  const end = Math.max(start, from + said.trimEnd().length);
  const header = run[0]?.header;
  return { start, end, body: header ? `${header}\n${text.slice(start, end)}` : text.slice(start, end) };
}
