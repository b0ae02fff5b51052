import { MEDIA_TYPES } from '../media-types.ts';

/** What a zip archive holds, by the names of its entries. They stand in clear in its directory, at its end. */
const BY_ENTRY: readonly (readonly [string, string])[] = [
  ['word/document', MEDIA_TYPES.docx],
  ['ppt/presentation', MEDIA_TYPES.pptx],
  ['xl/workbook', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: the archive's own bytes
const DECLARED = /^PK\u0003\u0004[\s\S]{26}mimetype(application\/[\w.+-]+?)(?:PK|\u0000|$)/;
/** The directory of an archive with thousands of entries is no longer than this. */
const DIRECTORY_BYTES = 1_000_000;

/** The media type of a zip archive: of an Office file, an OpenDocument file, an EPUB, or of any other archive. */
export function packedType(bytes: Uint8Array): string {
  const declared = DECLARED.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1];
  if (declared) return declared;
  const directory = Buffer.from(bytes.subarray(-DIRECTORY_BYTES));
  return BY_ENTRY.find(([entry]) => directory.includes(entry))?.[1] ?? 'application/zip';
}
