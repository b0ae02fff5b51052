import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StoredDocument } from '../backend.ts';

const value = z.union([z.string(), z.number(), z.boolean()]);
const metadata = z.record(z.string(), z.union([value, z.array(value)]));
const whole = z.string().transform(BigInt);
const instant = z.coerce.date();

/** An object that was handed to the service, and the file that it became there. */
const part = z.object({ uri: z.string(), file: z.string() });

const record = z.object({
  documentId: z.string(),
  state: z.enum(['active', 'failed', 'deleted']),
  generation: whole,
  metageneration: whole,
  make: z.string(),
  title: z.string(),
  mediaType: z.string(),
  language: z.string(),
  uri: z.string(),
  /** What is searchable of it: one file, or several where it is long. */
  parts: z.array(part),
  chunks: z.number(),
  /** Files of the service that nothing refers to any more, to be deleted. */
  garbage: z.array(z.string()),
  failure: z.object({ code: z.string(), reason: z.string() }).optional(),
  tries: z.number(),
  updatedAt: instant,
  indexedAt: instant,
  lagMs: z.number().optional(),
  /** Who could read this version: what its object says now counts for the version that is there now. */
  acl: z.array(z.string()),
  /** What the document says of itself, and what its object does. */
  ownMetadata: metadata,
  objectMetadata: metadata,
  /** As the service filters by it; undefined where it does not. */
  mirrored: z.string().optional(),
});

/** What is known of a document: an object of the index bucket. */
export type DocumentRecord = z.output<typeof record>;

export const parseRecord = (text: string): DocumentRecord => record.parse(JSON.parse(text));

export const writeRecord = (known: DocumentRecord): string =>
  JSON.stringify(known, (_, field) => (typeof field === 'bigint' ? String(field) : field));

/** An object's own metadata is no longer than 8 KiB, keys included. */
const MOST_NOTE_BYTES = 8_000;
const CUT = '{"cut":true}';

/**
 * The record as a note of its object, which a listing brings along: ASCII, for notes travel in headers too. Of one that is too
 * long for it the note says no more than that, and the object itself has to be read.
 */
export function noteOf(known: DocumentRecord): string {
  const whole = inAscii(writeRecord(known));
  return whole.length <= MOST_NOTE_BYTES ? whole : CUT;
}

/** The record of a note, undefined where it has to be read from the object. */
export const parseNote = (note: string): DocumentRecord | undefined => (note === CUT ? undefined : parseRecord(note));

const inAscii = (json: string): string =>
  json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A name for a document that any character may be in, of 32 hexadecimal digits: in what is handed to the service a `*` would be
 * a wildcard and a `#` the start of a generation.
 */
export const keyOf = (documentId: string): string => createHash('sha256').update(documentId).digest('hex').slice(0, 32);

/** `complete` is whether the service has all of its files. */
export const storedOf = (tenant: string, known: DocumentRecord, complete: boolean): StoredDocument => ({
  tenant,
  documentId: known.documentId,
  state: known.state,
  generation: known.generation,
  metageneration: known.metageneration,
  make: known.make,
  complete,
  title: known.title,
  mediaType: known.mediaType,
  language: known.language,
  chunks: known.chunks,
  failure: known.failure,
  tries: known.tries,
  updatedAt: known.updatedAt,
  indexedAt: known.indexedAt,
  lagMs: known.lagMs,
});
