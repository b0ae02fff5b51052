import type { ChunkConfig } from '../../config.ts';
import type { Chunk, ParsedDocument } from '../document.ts';
import { keepChunks } from './keep.ts';
import { pack } from './pack.ts';
import { sections } from './sections.ts';
import { sentences } from './sentences.ts';
import { type Unit, units } from './units.ts';

/** Changes whenever the same document would be cut otherwise, so that stored chunks are known to be of an older make. */
export const CHUNKER_VERSION = 1;

/** Documents of fewer chunks are cut afresh each time: embedding them again costs less than a cut that depends on history. */
export const KEEP_FROM_CHUNKS = 32;

/**
 * The passages of a document: its sections first, and those that are longer than `maxChars` cut where their own blocks
 * end. A row, an item or a block of code is never cut when it fits. A chunk that continues a section opens with the
 * last whole sentences of the one before it, at most `overlapChars` of them.
 *
 * `before` are the chunks of the version that this one replaces. In a long document those that still stand in the new
 * text are kept as they are, so that a change embeds what it touched; without it the result depends on nothing else.
 */
export function chunk(
  document: Pick<ParsedDocument, 'text' | 'title' | 'tree'>,
  { maxChars, overlapChars }: ChunkConfig,
  before: readonly Omit<Chunk, 'ordinal'>[] = [],
): readonly Chunk[] {
  const { text } = document;
  const kept =
    before.length >= KEEP_FROM_CHUNKS ? Map.groupBy(before, ({ headingPath }) => headingPath.join('\n')) : new Map<string, typeof before>();
  return sections(document)
    .flatMap(({ headingPath, blocks }) => {
      const whole = units(text, blocks, maxChars);
      const body = bodyOf(text, whole);
      if (body.length <= maxChars) return [{ headingPath, body }];
      const bodies = kept.get(headingPath.join('\n'))?.map((chunk) => chunk.body) ?? [];
      return cut(text, units(text, blocks, maxChars - overlapChars), bodies, { maxChars, overlapChars }).map((part) => ({
        headingPath,
        body: part,
      }));
    })
    .filter(({ body }) => body !== '')
    .map((part, ordinal) => ({ ordinal, ...part }));
}

/**
 * The bodies of a section that is too long for one chunk. Between kept chunks the room for the overlap may be filled,
 * so that a paragraph that grew a little does not push its neighbours out.
 */
function cut(
  text: string,
  section: readonly Unit[],
  before: readonly string[],
  { maxChars, overlapChars }: ChunkConfig,
): readonly string[] {
  const stretches = keepChunks(text, section, before);
  const unitBefore = new Map(section.map((unit, i) => [unit, section[i - 1]]));
  const limit = stretches.length > 1 ? maxChars : maxChars - overlapChars;
  return stretches.flatMap((stretch) =>
    'body' in stretch
      ? [stretch.body]
      : pack(stretch.units, limit).map((run) => {
          const body = bodyOf(text, run);
          return overlap(text, run, run[0] && unitBefore.get(run[0]), Math.min(overlapChars, maxChars - body.length)) ?? body;
        }),
  );
}

/** The body of a run with the whole sentences before it that fit in `room` characters, if there are any. */
function overlap(text: string, run: readonly Unit[], previous: Unit | undefined, room: number): string | undefined {
  const first = run[0];
  if (!first || first.kind === 'row' || previous?.kind !== 'prose') return undefined;
  const lent = sentences(text, previous).find(({ start }) => first.start - start <= room);
  return lent && bodyOf(text, run, lent.start);
}

function bodyOf(text: string, run: readonly Unit[], start = run[0]?.start): string {
  const header = run[0]?.header;
  const body = text
    .slice(start, run.at(-1)?.end)
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
  return header ? `${header}\n${body}` : body;
}
