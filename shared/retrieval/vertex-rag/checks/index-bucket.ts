import type { BucketInspection } from '../../../documents/source/inspect.ts';
import { NotFound } from '../../../errors.ts';
import { type CheckContext, failed, type Outcome, ok, skipped } from '../../../preflight/check.ts';
import { grantOnBucket } from '../../../preflight/google.ts';

type Inspected = Pick<BucketInspection, 'name' | 'permissions'>;

const READ = ['storage.objects.get', 'storage.objects.list'];
const WRITE = ['storage.objects.create', 'storage.objects.delete'];

/** Whether the index bucket is there and may be read. */
export async function checkIndexReading(
  bucket: Inspected,
  { member }: Pick<CheckContext, 'member'>,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const missing = await missingOf(bucket, READ, signal);
    return missing
      ? lacking(missing, bucket.name, member(), 'roles/storage.objectViewer')
      : ok(`gs://${bucket.name} may be listed and read`);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return failed(
      error.message,
      `gcloud storage buckets create gs://${bucket.name} --uniform-bucket-level-access\nOr set RAG_INDEX_BUCKET (terraform/rag.tf).`,
    );
  }
}

/** Whether it may be written, by whoever ingests. */
export async function checkIndexWriting(
  bucket: Inspected,
  { duty, member }: Pick<CheckContext, 'duty' | 'member'>,
  signal: AbortSignal,
): Promise<Outcome> {
  if (duty === 'search') return skipped('a search only reads it');
  const missing = await missingOf(bucket, WRITE, signal);
  if (!missing) return ok(`gs://${bucket.name} may be written`);
  const only = duty === 'all' ? '\nA service that only searches needs none: npm run doctor -- --for search.' : '';
  return lacking(missing, bucket.name, member(), 'roles/storage.objectUser', only);
}

async function missingOf(bucket: Inspected, wanted: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  const held = await bucket.permissions(wanted, signal);
  return wanted.filter((permission) => !held.includes(permission)).join(' and ') || undefined;
}

const lacking = (missing: string, bucket: string, member: string, role: string, more = ''): Outcome =>
  failed(`${missing} missing on gs://${bucket}.`, `${role} has it:\n${grantOnBucket(bucket, member, role)}${more}`);
