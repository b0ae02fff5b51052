import type { BucketInspection } from '../../shared/documents/source/inspect.ts';
import { failed, type Outcome, ok, skipped } from '../../shared/preflight/check.ts';
import { UNSEEN } from './bucket.ts';

/** What `ingest` has to hear of, by the names of Cloud Storage and of Eventarc. */
const EVENTS: Readonly<Record<string, { readonly type: string; readonly otherwise: string }>> = {
  OBJECT_FINALIZE: { type: 'finalized', otherwise: 'new documents are not indexed' },
  OBJECT_DELETE: { type: 'deleted', otherwise: 'deleted documents are still found' },
  OBJECT_ARCHIVE: { type: 'archived', otherwise: 'documents deleted from a bucket with versions are still found' },
  OBJECT_METADATA_UPDATE: { type: 'metadataUpdated', otherwise: 'changes of access are not seen' },
};

/** Whether each kind of event of the bucket is sent on. An Eventarc trigger shows as a notification of its own. */
export async function checkNotifications(
  bucket: Pick<BucketInspection, 'name' | 'notifications' | 'facts'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const notifications = await bucket.notifications(signal);
  if (!notifications) return skipped(`what the bucket tells of its objects is ${UNSEEN}`);
  const isSent = (event: string) =>
    notifications.some(({ eventTypes, prefix }) => prefix === '' && (eventTypes.length === 0 || eventTypes.includes(event)));
  const missing = Object.entries(EVENTS).filter(([event]) => !isSent(event));
  if (missing.length === 0) return ok(`${Object.keys(EVENTS).join(', ')} are sent on`);
  const location = (await bucket.facts(signal))?.location.toLowerCase() || 'LOCATION';
  const partly = notifications.some(({ prefix }) => prefix !== '') ? ' Notifications for a prefix alone do not count.' : '';
  return failed(
    `Nothing is sent for ${missing.map(([event, { otherwise }]) => `${event} (${otherwise})`).join(', ')}.${partly} npm run reconcile finds out, but late.`,
    [
      'A trigger for each (terraform/eventarc.tf); ACCOUNT has roles/eventarc.eventReceiver and roles/run.invoker:',
      ...missing.map(([, { type }]) => triggerOf(bucket.name, location, type)),
    ].join('\n'),
  );
}

const triggerOf = (bucket: string, location: string, type: string): string =>
  `gcloud eventarc triggers create ingest-${type.toLowerCase()} --location=${location} --destination-run-service=ingest --service-account=ACCOUNT ` +
  `--event-filters=type=google.cloud.storage.object.v1.${type} --event-filters=bucket=${bucket}`;
