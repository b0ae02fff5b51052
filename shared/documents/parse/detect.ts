import { basename } from 'node:path/posix';
import { InvalidInput } from '../../errors.ts';
import type { SourceDocument } from '../document.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { packedType } from './office/zip-type.ts';

export interface Detected {
  readonly mediaType: string;
  /** The file's name without folders and the suffixes that were understood. */
  readonly name: string;
  /** The encoding that the name's suffix or the media type gives. */
  readonly charset: string | undefined;
}

type Named = Pick<SourceDocument, 'documentId' | 'mediaType'>;

/**
 * First bytes, as Latin-1, by which a file shows what it is, and what people call that. Those that are letters take the
 * bytes after them along, which no text has: `ID3 is a decision tree` is no sound.
 */
const SIGNATURES: readonly (readonly [RegExp, string, string])[] = [
  [/^\s*%PDF-\d\.\d\s*(?:%|[\x80-\xff]|\d+ \d+ obj\b)/, MEDIA_TYPES.pdf, 'PDF'],
  [/^\{\\rtf/, 'application/rtf', 'RTF documents'],
  [/^\xd0\xcf[\s\S]\xe0\xa1\xb1[\s\S]\xe1/, 'application/x-ole-storage', 'Word, Excel or PowerPoint files from before 2007'],
  [/^\x89PNG\r\n/, 'image/png', 'images'],
  [/^\xff\xd8\xff/, 'image/jpeg', 'images'],
  // Width and height, low byte first.
  [/^GIF8[79]a(?:[\s\S][^\t\n\r -\xff]){2}/, 'image/gif', 'images'],
  [/^RIFF[\s\S]{3}[^\t\n\r -\xff]WEBP/, 'image/webp', 'images'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff', 'images'],
  [/^(?!\s)[^ -\xff]\x8b/, 'application/gzip', 'compressed files'],
  [/^(?:7z\xbc\xaf|Rar!(?!\s)[^ -\xff]|BZh[1-9](?:1AY&SY|[^ -\xff]rE8P\x90)|\xfd7zXZ)/, 'application/x-compressed', 'compressed files'],
  [/^(?:\x7fELF|MZ[\s\S]{100,}PE\0\0|\xcf\xfa\xed\xfe)/, 'application/x-executable', 'programs'],
  [/^SQLite format 3\0/, 'application/vnd.sqlite3', 'databases'],
  [/^(?:ID3(?!\s)[^ -\xff]|OggS\0|fLaC[\0\x80]\0\0|RIFF[\s\S]{3}[^\t\n\r -\xff]WAVE)/, 'audio/x-unknown', 'sound recordings'],
  [/^\0\0[\s\S]{2}ftyp/, 'video/mp4', 'videos'],
];

/** What a text is, by how it begins. XHTML has a prolog, comments and a document type before its root. */
const HTML = /^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)*<(?:!doctype\s+html|html[\s>])/i;
const XML = /^\s*<\?xml\s[^>]*>\s*</;
const SNIFFED_CHARS = 4_000;

/** Suffixes that may follow the one that says the type: `bind.html.ko.euc-kr`, `index.html.pt-br`. */
const LANGUAGE = /^[a-z]{2,3}(?:[-_](?:[a-z]{2}|hans|hant))?$/;
const CHARSET =
  /^(?:utf-?8|utf-?16(?:le|be)?|iso-?8859-\d{1,2}|latin-?\d|windows-?\d{3,4}|cp\d{3,4}|euc-?(?:kr|jp)|(?:shift_?|s)jis|koi8-?[ru]|big5|gb(?:k|2312|18030)|us-ascii)$/;

/**
 * What a file is: by its content first, then by its name, then by what the bucket says, for buckets often say only
 * `application/octet-stream`. Throws InvalidInput for content that is plainly of no type that is read here.
 */
export function detect(document: Named, bytes: Uint8Array): Detected {
  const named = byName(document);
  const head = Buffer.from(bytes.subarray(0, SNIFFED_CHARS)).toString('latin1');
  const known = SIGNATURES.find(([signature]) => signature.test(head));
  if (known) return { ...named, mediaType: known[1] === 'application/x-ole-storage' ? legacyOffice(bytes) : known[1] };
  if (head.startsWith('PK\u0003\u0004') || head.startsWith('PK\u0005\u0006')) {
    const packed = packedType(bytes);
    // Where an Office file keeps its main part is a convention that few break.
    const isOffice = named.mediaType === MEDIA_TYPES.docx || named.mediaType === MEDIA_TYPES.pptx;
    return { ...named, mediaType: packed === 'application/zip' && isOffice ? named.mediaType : packed };
  }
  const opening = head.includes('\0') ? head.replaceAll('\0', '').replace(/^(?:\xff\xfe|\xfe\xff)/, '') : head.replace(/^\xef\xbb\xbf/, '');
  if (HTML.test(opening)) return { ...named, mediaType: MEDIA_TYPES.html };
  if (XML.test(opening) && named.mediaType !== MEDIA_TYPES.html) return { ...named, mediaType: 'application/xml' };
  return named;
}

/** What people call a type that is not read here. */
export function nameOf(mediaType: string): string {
  const known = SIGNATURES.find(([, type]) => type === mediaType)?.[2] ?? NAMES.get(mediaType);
  return known ? `${known[0]?.toUpperCase()}${known.slice(1)} (${mediaType})` : `Files of type ${mediaType}`;
}

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'application/xml': 'XML files that are no HTML',
    'application/zip': 'archives',
    'application/vnd.oasis.opendocument.text': 'OpenDocument texts',
    'application/vnd.oasis.opendocument.spreadsheet': 'OpenDocument spreadsheets',
    'application/vnd.oasis.opendocument.presentation': 'OpenDocument presentations',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel workbooks',
  }),
);

/** The type by name and declaration alone, for a document whose bytes can't be had. */
export const mediaTypeOf = (document: Named): string => byName(document).mediaType;

function byName({ documentId, mediaType }: Named): Detected {
  const declared = mediaType?.split(';')[0]?.trim().toLowerCase();
  const charset = /;\s*charset="?([^";\s]+)/i.exec(mediaType ?? '')?.[1]?.toLowerCase();
  const file = basename(documentId);
  const parts = file.split('.');
  let suffix: string | undefined;
  for (let i = parts.length - 1; i > 0; i--) {
    const part = parts[i]?.toLowerCase() ?? '';
    if (Object.hasOwn(BY_EXTENSION, part)) {
      return { mediaType: BY_EXTENSION[part] ?? '', name: parts.slice(0, i).join('.') || file, charset: charset ?? suffix };
    }
    if (CHARSET.test(part)) suffix = part;
    else if (!LANGUAGE.test(part)) break;
  }
  const hasExtension = /\.[a-z][a-z0-9]{0,7}$/i.test(file.replace(/^\.+/, ''));
  const said = declared && declared !== 'application/octet-stream' ? (ALIASES.get(declared) ?? declared) : undefined;
  // A name that says nothing is what README and LICENSE have; their bytes must be text all the same.
  return {
    mediaType: said ?? (hasExtension ? 'application/octet-stream' : MEDIA_TYPES.text),
    name: file.replace(/\.[^.]*$/, '') || file,
    charset,
  };
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  md: MEDIA_TYPES.markdown,
  markdown: MEDIA_TYPES.markdown,
  mdown: MEDIA_TYPES.markdown,
  txt: MEDIA_TYPES.text,
  text: MEDIA_TYPES.text,
  log: MEDIA_TYPES.text,
  rst: MEDIA_TYPES.text,
  adoc: MEDIA_TYPES.text,
  srt: MEDIA_TYPES.text,
  vtt: MEDIA_TYPES.text,
  html: MEDIA_TYPES.html,
  htm: MEDIA_TYPES.html,
  xhtml: MEDIA_TYPES.html,
  pdf: MEDIA_TYPES.pdf,
  docx: MEDIA_TYPES.docx,
  docm: MEDIA_TYPES.docx,
  pptx: MEDIA_TYPES.pptx,
  pptm: MEDIA_TYPES.pptx,
  csv: MEDIA_TYPES.csv,
  tsv: MEDIA_TYPES.tsv,
  json: MEDIA_TYPES.json,
  jsonl: MEDIA_TYPES.jsonl,
  ndjson: MEDIA_TYPES.jsonl,
  ipynb: MEDIA_TYPES.ipynb,
  eml: MEDIA_TYPES.eml,
  epub: MEDIA_TYPES.epub,
};

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'text/x-markdown': MEDIA_TYPES.markdown,
    'application/xhtml+xml': MEDIA_TYPES.html,
    'application/csv': MEDIA_TYPES.csv,
    'application/x-pdf': MEDIA_TYPES.pdf,
    'text/json': MEDIA_TYPES.json,
    'application/jsonl': MEDIA_TYPES.jsonl,
    'application/x-jsonlines': MEDIA_TYPES.jsonl,
    'application/ndjson': MEDIA_TYPES.jsonl,
  }),
);

/** Office files under a password are wrapped in the container of the older formats, as an entry of this name. */
function legacyOffice(bytes: Uint8Array): string {
  if (Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))) {
    throw new InvalidInput('ENCRYPTED', 'The file is encrypted: it opens only with a password.');
  }
  return 'application/x-ole-storage';
}
