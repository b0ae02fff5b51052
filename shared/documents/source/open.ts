import type { BucketConfig } from '../../config.ts';
import type { Bucket } from './bucket.ts';

/** The bucket that the configuration names; the other kind's packages are not loaded. */
export const openBucket = async (config: BucketConfig): Promise<Bucket> =>
  config.kind === 'gcs'
    ? (await import('./gcs.ts')).createGcsBucket(config.name)
    : (await import('./folder.ts')).createFolderBucket(config.path);
