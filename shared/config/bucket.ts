import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './error.ts';
import type { Settings } from './values.ts';

export const bucketSettings = {
  GROUNDWIRE_BUCKET: z.string().min(1).default('bucket'),
};

export type BucketConfig = { readonly kind: 'folder'; readonly path: string } | { readonly kind: 'gcs'; readonly name: string };

export function bucket(e: Settings<typeof bucketSettings>): BucketConfig {
  const gcs = /^gs:\/\/([^/]+)\/?$/.exec(e.GROUNDWIRE_BUCKET)?.[1];
  if (gcs) return { kind: 'gcs', name: gcs };
  if (e.GROUNDWIRE_BUCKET.includes('://')) {
    throw new ConfigError('GROUNDWIRE_BUCKET: must be a folder or gs://BUCKET, without a path');
  }
  return { kind: 'folder', path: resolve(e.GROUNDWIRE_BUCKET) };
}
