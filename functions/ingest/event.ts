import { z } from 'zod';
import type { ObjectFacts } from '../../shared/documents/source/bucket.ts';

/** What Cloud Storage events ask for, by the last part of their type. */
const ACTIONS = { finalized: 'put', metadataUpdated: 'put', deleted: 'remove', archived: 'remove' } as const;
const TYPE = /^google\.cloud\.storage\.object\.v1\.(finalized|metadataUpdated|deleted|archived)$/;

const integer = z.union([z.string().regex(/^\d{1,19}$/), z.int().nonnegative()]).transform(BigInt);

/** StorageObjectData of google.events.cloud.storage.v1, as far as it is used. Numbers of 64 bits come as strings. */
const data = z.object({
  bucket: z.string(),
  name: z.string().min(1),
  generation: integer,
  metageneration: integer.default(1n),
  contentType: z.string().optional(),
  size: integer.transform(Number).optional(),
  updated: z.coerce.date().optional(),
  metadata: z.record(z.string(), z.coerce.string()).optional(),
});

export interface StorageEvent {
  readonly action: 'put' | 'remove';
  readonly bucket: string;
  readonly object: ObjectFacts;
}

/** The event as an action on an object; undefined for an event that is none of these, or malformed. */
export function parseEvent(type: unknown, payload: unknown): StorageEvent | undefined {
  const kind = typeof type === 'string' ? TYPE.exec(type)?.[1] : undefined;
  const parsed = data.safeParse(payload);
  if (!kind || !parsed.success) return undefined;
  const { bucket, ...object } = parsed.data;
  return { action: ACTIONS[kind as keyof typeof ACTIONS], bucket, object };
}
