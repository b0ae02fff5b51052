import type { BucketInspection } from '../../shared/documents/source/inspect.ts';
import { NotFound } from '../../shared/errors.ts';
import { failed, type Outcome, ok, skipped } from '../../shared/preflight/check.ts';
import { grantOnBucket } from '../../shared/preflight/google.ts';

/** What every function that reads documents has to have. */
const NEEDED = ['storage.objects.get', 'storage.objects.list'];
const ROLE = 'roles/storage.objectViewer';
/** What looking at the bucket itself takes, with a role that has it: for whoever runs this, and for no function. */
export const UNSEEN = 'not known without storage.buckets.get, which roles/storage.bucketViewer has';

/** Whether the bucket is there and its objects may be listed and read. */
export async function checkPermissions(
  bucket: Pick<BucketInspection, 'name' | 'permissions'>,
  member: string,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const held = await bucket.permissions(NEEDED, signal);
    const missing = NEEDED.filter((permission) => !held.includes(permission));
    if (missing.length === 0) return ok(`gs://${bucket.name} may be listed and read (${ROLE})`);
    return failed(
      `${missing.join(' and ')} missing on gs://${bucket.name}.`,
      `${ROLE} has it:\n${grantOnBucket(bucket.name, member, ROLE)}`,
    );
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return failed(error.message, 'Set GROUNDWIRE_BUCKET to a bucket that is there, or create it (terraform/buckets.tf).');
  }
}

/** Reads in earnest: permissions say nothing of keys (CMEK), VPC Service Controls and requester pays. */
export async function checkReading(bucket: Pick<BucketInspection, 'name' | 'sample'>, signal: AbortSignal): Promise<Outcome> {
  try {
    const name = await bucket.sample(signal);
    return ok(name === undefined ? 'listed; there is no object yet to read' : 'listed, and an object read');
  } catch (error) {
    signal.throwIfAborted();
    return failed(
      `gs://${bucket.name} can not be read: ${error instanceof Error ? error.message : error}`,
      "The permissions are there, so look at what else can refuse: VPC Service Controls, the key that encrypts it (the storage agent's\nroles/cloudkms.cryptoKeyDecrypter), requester pays.",
    );
  }
}

/** Whether what is deleted by mistake can be had again, and nothing in it can be made public. */
export async function checkProtection(bucket: Pick<BucketInspection, 'name' | 'facts'>, signal: AbortSignal): Promise<Outcome> {
  const facts = await bucket.facts(signal);
  if (!facts) return skipped(`versioning, soft delete and public access are ${UNSEEN}`);
  const { isPrivate, isUniform, isVersioned, softDeleteDays } = facts;
  const kept = `${isVersioned ? 'versioning' : 'no versioning'}, ${softDeleteDays > 0 ? `soft delete for ${softDeleteDays} days` : 'no soft delete'}`;
  const update = (flag: string) => `gcloud storage buckets update gs://${bucket.name} ${flag}`;
  const open = [
    ...(isUniform ? [] : [{ message: 'objects can have access rules of their own', fix: update('--uniform-bucket-level-access') }]),
    ...(isPrivate ? [] : [{ message: 'public access is not prevented by the bucket itself', fix: update('--public-access-prevention') }]),
    ...(isVersioned || softDeleteDays > 0 ? [] : [{ message: 'what is deleted by mistake is gone', fix: update('--versioning') }]),
  ];
  if (open.length > 0) {
    return failed(
      `${open.map(({ message }) => message).join('; ')} (${kept}).`.replace(/^./, (first) => first.toUpperCase()),
      open.map(({ fix }) => fix).join('\n'),
    );
  }
  return ok(
    `${kept}, uniform access, never public`,
    isVersioned ? undefined : `An overwrite keeps no former version: ${update('--versioning')}`,
  );
}
