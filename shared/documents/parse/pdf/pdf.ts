import type { Heading, Paragraph } from 'mdast';
import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import { InvalidInput } from '../../../errors.ts';
import { isoDate } from '../../dates.ts';
import { headingText } from '../../heading.ts';
import { keywords, said } from '../metadata.ts';
import { plausibleTitle } from '../office/properties.ts';
import type { Input, Reading } from '../reading.ts';
import { reading } from '../refuse.ts';
import { annotationBlocks } from './annotations.ts';
import { blocksOf } from './blocks.ts';
import { CHARACTER_MAPS } from './character-maps.ts';
import { readingOrder } from './columns.ts';
import { type Fragment, fragmentsOf } from './fragments.ts';
import { withoutFurniture } from './furniture.ts';
import { linesOf } from './lines.ts';
import { outlineKey, treeOf } from './tree.ts';

/** A title stands at the beginning. */
const TITLE_WITHIN = 3;
/** What a table of contents is called is no title. */
const CONTENTS =
  /^(?:table of )?contents$|^inhalt|^índice|^sommaire|^indice|^目次|^目录|^目錄|^차례|^목차|^содержание|^оглавление|^içindekiler|^sumário/iu;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

interface Page {
  readonly fragments: readonly Fragment[];
  readonly height: number;
  readonly rest: readonly (readonly Fragment[])[];
  readonly notes: readonly Paragraph[];
}

/** A PDF with text in it, in reading order. Throws InvalidInput ENCRYPTED, NO_TEXT, TOO_LARGE or MALFORMED. */
export async function readPdf({ bytes, limits }: Input): Promise<Reading> {
  const pdf = await reading('PDF', () => open(bytes));
  try {
    if (pdf.numPages > limits.maxPages) {
      throw new InvalidInput('TOO_LARGE', `The PDF has ${pdf.numPages} pages; PARSE_MAX_PAGES is ${limits.maxPages}.`);
    }
    const pages: Page[] = [];
    for (let number = 1; number <= pdf.numPages; number++) pages.push(await reading('PDF', () => pageOf(pdf, number)));
    return await readingOf(pdf, pages);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The library takes the buffer away from whoever has it.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, cMapUrl: CHARACTER_MAPS, cMapPacked: true });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new InvalidInput('ENCRYPTED', 'The PDF is encrypted: it opens only with a password.', { cause: error });
    }
    throw error;
  }
}

async function pageOf(pdf: Pdf, number: number): Promise<Page> {
  const page = await pdf.getPage(number);
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [a, b, c, d, e, f] = item.transform;
    return [{ ...item, transform: [a, b, c, d, e - left, f - bottom] }];
  });
  const size = { width: right - left, height: top - bottom };
  const [fragments = [], ...rest] = fragmentsOf(texts, size);
  const notes = annotationBlocks(await page.getAnnotations());
  page.cleanup();
  const tallest = fragments.reduce((most, { y }) => Math.max(most, y), 0);
  return { fragments, height: tallest > size.height ? size.width : size.height, rest, notes };
}

async function readingOf(pdf: Pdf, pages: readonly Page[]): Promise<Reading> {
  const empty = pages.filter(({ fragments, notes }) => fragments.length === 0 && notes.length === 0).length;
  if (empty === pages.length) {
    throw new InvalidInput(
      'NO_TEXT',
      'The PDF holds no text: it is empty, or its pages are pictures of text. PDF_MODEL=gemini reads such files.',
    );
  }
  const bodies = withoutFurniture(pages);
  const hyphenated = hyphenatedWords(pages);
  const blocks = bodies.flatMap((fragments, i) =>
    [...readingOrder(fragments), ...(pages[i]?.rest ?? [])].flatMap((part) => blocksOf(linesOf(part), i + 1, hyphenated)),
  );
  const outline = await outlineOf(pdf);
  const children = placeNotes(treeOf(blocks, outline, hyphenated), pages);
  const facts = await factsOf(pdf);
  const first = children
    .slice(0, TITLE_WITHIN)
    .find((node): node is Heading => node.type === 'heading' && !CONTENTS.test(headingText(node)));
  return {
    ...facts,
    tree: { type: 'root', children },
    title: facts.title ?? (first && headingText(first)),
    ...(empty > 0 ? { warning: `${empty} of ${pages.length} pages hold no text; they may be pictures of text.` } : {}),
  };
}

/** Puts what was written on a page behind the page's own text. */
function placeNotes(nodes: ReturnType<typeof treeOf>, pages: readonly Page[]): ReturnType<typeof treeOf> {
  const placed = [...nodes];
  for (const [i, { notes }] of [...pages.entries()].toReversed()) {
    const [first, ...others] = notes;
    if (!first) continue;
    const next = placed.findIndex((node) => (node.data?.page ?? 0) > i + 1);
    const starts = !placed.some((node) => node.data?.page === i + 1);
    placed.splice(next < 0 ? placed.length : next, 0, starts ? { ...first, data: { page: i + 1 } } : first, ...others);
  }
  return placed;
}

const hyphenatedWords = (pages: readonly Page[]): ReadonlySet<string> =>
  new Set(pages.flatMap(({ fragments }) => fragments.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+-\p{L}+/gu) ?? [])));

interface Bookmark {
  readonly title: string;
  readonly items: readonly Bookmark[];
}

/** Depths of the headings that the bookmarks name. */
async function outlineOf(pdf: Pdf): Promise<ReadonlyMap<string, number>> {
  const depths = new Map<string, number>();
  const add = (bookmarks: readonly Bookmark[], depth: number): void => {
    for (const { title, items } of bookmarks) {
      if (outlineKey(title) !== '') depths.set(outlineKey(title), depth);
      if (depth < 6) add(items, depth + 1);
    }
  };
  add((await reading('PDF', () => pdf.getOutline())) ?? [], 1);
  return depths;
}

const text = z.string().optional().catch(undefined);
const schema = z.looseObject({
  Title: text,
  Author: text,
  Subject: text,
  Keywords: text,
  CreationDate: text,
  ModDate: text,
  Language: text,
});

async function factsOf(pdf: Pdf): Promise<Pick<Reading, 'language' | 'metadata'> & { readonly title: string | undefined }> {
  const info = schema.parse((await reading('PDF', () => pdf.getMetadata())).info);
  return {
    title: plausibleTitle(info.Title?.replace(/^Microsoft (?:Word|PowerPoint) - /, '')),
    language: info.Language,
    metadata: said({
      author: /^\(?anonymous\)?$/i.test(info.Author ?? '') ? undefined : info.Author,
      description: /^\(?unspecified\)?$/i.test(info.Subject ?? '') ? undefined : info.Subject,
      keywords: keywords(info.Keywords),
      created_at: isoDate(info.CreationDate),
      updated_at: isoDate(info.ModDate),
      language: info.Language,
      pages: pdf.numPages,
    }),
  };
}
