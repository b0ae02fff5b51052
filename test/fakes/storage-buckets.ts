import { apiError, type FakeReply, type FakeRequest } from './http.ts';

export interface BucketSettings {
  /** Over the resource of the bucket. */
  readonly resource?: Readonly<Record<string, unknown>>;
  /** What its caller may not do: `storage.objects.list`. Enforced, and left out of what testPermissions answers. */
  readonly denied?: readonly string[];
  /** Kinds of events that are sent on, a notification each; no kinds at all are all of them. */
  readonly notifications?: readonly (readonly string[])[];
  readonly bindings?: readonly { readonly role: string; readonly members: readonly string[] }[];
  readonly isThere?: boolean;
  /** Objects can not be read, whatever the permissions: a key that is gone, or VPC Service Controls. */
  readonly isSealed?: boolean;
}

export interface Buckets {
  of(name: string): Required<BucketSettings>;
  change(name: string, settings: BucketSettings): void;
  /** The answer to a request that its caller may not make, or of a bucket that is not there. */
  refusal(request: FakeRequest, bucket: string, target: Target): FakeReply | undefined;
}

interface Target {
  readonly isUpload: boolean;
  readonly isObject: boolean;
  readonly isListing: boolean;
}

export const PROJECT_NUMBER = '123456789012';
const AGENT = `serviceAccount:service-${PROJECT_NUMBER}@gcp-sa-vertex-rag.iam.gserviceaccount.com`;

/** As terraform/ sets buckets up. */
const DEFAULTS: Required<BucketSettings> = {
  resource: {
    location: 'US-CENTRAL1',
    locationType: 'region',
    projectNumber: PROJECT_NUMBER,
    versioning: { enabled: true },
    softDeletePolicy: { retentionDurationSeconds: '604800' },
    iamConfiguration: { uniformBucketLevelAccess: { enabled: true }, publicAccessPrevention: 'enforced' },
  },
  denied: [],
  notifications: [['OBJECT_FINALIZE'], ['OBJECT_DELETE'], ['OBJECT_ARCHIVE'], ['OBJECT_METADATA_UPDATE']],
  bindings: [{ role: 'roles/storage.objectUser', members: [AGENT] }],
  isThere: true,
  isSealed: false,
};

export function createBuckets(): Buckets {
  const changed = new Map<string, Required<BucketSettings>>();
  const of = (name: string) => changed.get(name) ?? DEFAULTS;
  return {
    of,
    change: (name, settings) => {
      const { resource, ...before } = of(name);
      changed.set(name, { ...before, ...settings, resource: { ...resource, ...settings.resource } });
    },
    refusal(request, bucket, target) {
      const { isThere, isSealed, denied } = of(bucket);
      if (!isThere) return apiError(404, 'notFound', 'The specified bucket does not exist.');
      if (isSealed && target.isObject) return apiError(403, 'vpcServiceControls', 'Request is prohibited by organization policy.');
      const needed = permissionOf(request, target);
      if (!needed || !denied.includes(needed)) return undefined;
      return apiError(
        403,
        'forbidden',
        `The caller does not have ${needed} access to the Google Cloud Storage ${target.isObject ? 'object' : 'bucket'}.`,
      );
    },
  };
}

/** The one permission that a request takes: cloud.google.com/storage/docs/access-control/iam-json. */
function permissionOf({ method, url }: FakeRequest, { isUpload, isObject, isListing }: Target): string | undefined {
  if (isUpload) return 'storage.objects.create';
  if (isObject) return `storage.objects.${method === 'DELETE' ? 'delete' : method === 'PATCH' ? 'update' : 'get'}`;
  if (isListing) return 'storage.objects.list';
  if (url.pathname.endsWith('/iam/testPermissions')) return undefined;
  return url.pathname.endsWith('/iam') ? 'storage.buckets.getIamPolicy' : 'storage.buckets.get';
}

/** What the API says of a bucket itself. */
export function bucketReply({ url }: FakeRequest, name: string, buckets: Buckets): FakeReply {
  const { resource, denied, notifications, bindings } = buckets.of(name);
  const [, below = ''] = /\/b\/[^/]+(\/.*)?$/.exec(url.pathname) ?? [];
  switch (below) {
    case '':
      return { body: { kind: 'storage#bucket', id: name, name, ...resource } };
    case '/iam/testPermissions':
      return {
        body: {
          kind: 'storage#testIamPermissionsResponse',
          permissions: url.searchParams.getAll('permissions').filter((each) => !denied.includes(each)),
        },
      };
    case '/iam':
      return { body: { kind: 'storage#policy', version: 1, bindings } };
    case '/notificationConfigs':
      return { body: { kind: 'storage#notifications', items: notifications.map((kinds, i) => notificationOf(kinds, i)) } };
    default:
      return apiError(404, 'notFound', `no route ${url.pathname}`);
  }
}

const notificationOf = (kinds: readonly string[], i: number) => ({
  kind: 'storage#notification',
  id: String(i + 1),
  topic: `//pubsub.googleapis.com/projects/fake/topics/eventarc-us-central1-ingest-${i + 1}`,
  payload_format: 'JSON_API_V1',
  ...(kinds.length > 0 ? { event_types: kinds } : {}),
});
