import { createHash } from 'node:crypto';
import type { Metadata } from '../../documents/document.ts';
import type { Hit } from '../backend.ts';
import type { Context } from './client.ts';
import { idOf } from './names.ts';
import type { DocumentRecord } from './record.ts';
import { HEADING } from './stage.ts';

/** What the service found, as a passage of its document. */
export const hitOf = (context: Context, { documentId, title, uri, updatedAt }: DocumentRecord, metadata: Metadata): Hit => ({
  id: passageId(documentId, context),
  documentId,
  section: sectionOf(context, title),
  text: context.text,
  source: { title, uri, updatedAt },
  metadata,
});

/** `PATH:FILE-CHUNK`, by the service's own ids, or where it gives none by the text. They last as long as this version of the document. */
export const passageId = (documentId: string, { uri, text, fileId, chunkId }: Context): string =>
  `${documentId}:${fileId && chunkId ? `${fileId}-${chunkId}` : createHash('sha256').update(`${uri}\0${text}`).digest('hex').slice(0, 24)}`;

/** Whether the part of a passage's id behind its document is of this version: one without the service's ids may be of any. */
export const isOf = (known: DocumentRecord | undefined, version: string): boolean =>
  !version.includes('-') || (known?.parts.some(({ file }) => mayBeIn(file, version)) ?? false);

/** Whether a passage may be in a file, by the part of its id behind its document. */
export const mayBeIn = (file: string, version: string): boolean => !version.includes('-') || version.startsWith(`${idOf(file)}-`);

/** A passage id in its two parts, undefined when it is none. */
export function addressOf(id: string): { readonly documentId: string; readonly version: string } | undefined {
  const [, documentId, version] = /^(.+):([^:]+)$/s.exec(id) ?? [];
  return documentId && version ? { documentId, version } : undefined;
}

/** The first heading that stands in the passage, or the title; and its pages, where the service knows them. */
function sectionOf({ text, pages }: Context, title: string): string {
  const heading = text.startsWith(HEADING) || text.includes(`\n${HEADING}`) ? /^## +(.+)$/m.exec(text)?.[1]?.trim() : undefined;
  if (!pages) return heading ?? title;
  const span = pages.first === pages.last ? `p. ${pages.first}` : `pp. ${pages.first}–${pages.last}`;
  return `${heading ?? title}, ${span}`;
}
