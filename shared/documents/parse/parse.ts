import { InvalidInput } from '../../errors.ts';
import type { ParsedDocument, SourceDocument } from '../document.ts';
import { decode } from './decode.ts';
import { refuseDepth } from './depth.ts';
import { detect, nameOf } from './detect.ts';
import { languageOf } from './language.ts';
import { parseMarkdown } from './markdown.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { bounded } from './metadata.ts';
import { prose } from './prose.ts';
import type { Input, ParseLimits, Reader, Reading } from './reading.ts';
import { parseText } from './text.ts';
import { write } from './write.ts';

export interface ParseOptions {
  readonly limits?: ParseLimits;
  /** For a document that neither says its language nor has enough text to tell. */
  readonly defaultLanguage?: string;
}

/** Bounds for callers who have no configuration, such as a test. */
const LIMITS: ParseLimits = { maxPages: 2_000, maxExpansion: 200, maxUnpackedBytes: 200_000_000 };

const fromText =
  (read: (text: string) => Reading): Reader =>
  async ({ bytes, charset }) =>
    read(await decode(bytes, [charset]));

/** How each type is read. What a document does not need is not loaded. */
const READERS: Readonly<Record<string, () => Promise<Reader>>> = {
  [MEDIA_TYPES.markdown]: async () => fromText(parseMarkdown),
  [MEDIA_TYPES.text]: async () => fromText(parseText),
  [MEDIA_TYPES.html]: async () => (await import('./html/html.ts')).readHtml,
  [MEDIA_TYPES.pdf]: async () => (await import('./pdf/pdf.ts')).readPdf,
  [MEDIA_TYPES.docx]: async () => (await import('./office/docx.ts')).readDocx,
  [MEDIA_TYPES.pptx]: async () => (await import('./office/pptx.ts')).readPptx,
  [MEDIA_TYPES.epub]: async () => (await import('./office/epub.ts')).readEpub,
  [MEDIA_TYPES.csv]: async () => (await import('./data/csv.ts')).readCsv,
  [MEDIA_TYPES.tsv]: async () => (await import('./data/csv.ts')).readCsv,
  [MEDIA_TYPES.json]: async () => (await import('./data/json.ts')).readJson,
  [MEDIA_TYPES.jsonl]: async () => (await import('./data/jsonl.ts')).readJsonl,
  [MEDIA_TYPES.ipynb]: async () => (await import('./data/notebook.ts')).readNotebook,
  [MEDIA_TYPES.eml]: async () => (await import('./mail.ts')).readMail,
};

/**
 * Reads bytes as the document that they are, on this thread. Throws InvalidInput with a reason that a person understands
 * when the type is not supported (UNSUPPORTED_TYPE), the bytes are not what they claim to be (NOT_TEXT, MALFORMED),
 * there is nothing in them (EMPTY_DOCUMENT, NO_TEXT), or they can't be opened within the limits (ENCRYPTED, TOO_LARGE,
 * TOO_COMPLEX).
 */
export async function parse(
  document: Pick<SourceDocument, 'documentId' | 'mediaType'>,
  bytes: Uint8Array,
  { limits = LIMITS, defaultLanguage = 'en' }: ParseOptions = {},
): Promise<ParsedDocument> {
  const { mediaType, name, charset } = detect(document, bytes);
  const load = Object.hasOwn(READERS, mediaType) ? READERS[mediaType] : undefined;
  if (!load) throw new InvalidInput('UNSUPPORTED_TYPE', `${nameOf(mediaType)} are not supported.`);
  const input: Input = { bytes, name, charset, limits };
  const read = await load();
  return finish(await read(input), input, mediaType, defaultLanguage);
}

/** A document of the Markdown of its pages, as a model read them. */
export function parsePages(pages: readonly string[], name: string, { defaultLanguage = 'en' }: ParseOptions = {}): ParsedDocument {
  const text = pages.join('\n\n');
  const starts = pages.map((_, i) => pages.slice(0, i).reduce((sum, page) => sum + page.length + 2, 0));
  const input = { bytes: new Uint8Array(), name, charset: undefined, limits: LIMITS };
  return { ...finish(parseMarkdown(text), input, MEDIA_TYPES.pdf, defaultLanguage), pages: starts };
}

/** Text, pages, title and language of what a reader made. */
function finish(reading: Reading, { name }: Input, mediaType: string, defaultLanguage: string): ParsedDocument {
  refuseDepth(reading.tree);
  const written = reading.text === undefined ? write(reading.tree) : { text: reading.text, pages: [] };
  if (reading.tree.children.length === 0) throw new InvalidInput('EMPTY_DOCUMENT', 'The file holds no text.');
  const metadata = bounded(reading.metadata ?? {});
  const said = reading.language ?? ['lang', 'language', 'locale'].map((key) => metadata[key]).find((value) => typeof value === 'string');
  return {
    title: reading.title?.replaceAll(/\s+/g, ' ').trim() || name,
    text: written.text,
    tree: reading.tree,
    mediaType,
    language: languageOf(prose(reading.tree), typeof said === 'string' ? said : undefined, defaultLanguage),
    ...(written.pages.length > 0 ? { pages: written.pages } : {}),
    metadata,
    ...(reading.warning ? { warning: reading.warning } : {}),
  };
}
