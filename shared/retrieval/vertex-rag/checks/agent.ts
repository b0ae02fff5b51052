import type { RagConfig } from '../../../config.ts';
import type { Binding, BucketInspection } from '../../../documents/source/inspect.ts';
import { failed, type Outcome, ok, skipped } from '../../../preflight/check.ts';
import { grantOnBucket } from '../../../preflight/google.ts';

type Looked = Pick<BucketInspection, 'name' | 'policy' | 'facts'>;

/** RAG Engine's own account, which reads what is imported and writes what became of it. */
const AGENT = /^serviceAccount:service-\d+@gcp-sa-vertex-rag\.iam\.gserviceaccount\.com$/;
const READS = /^roles\/storage\.(objectViewer|objectUser|objectAdmin|admin)$/;
const WRITES = /^roles\/storage\.(objectCreator|objectUser|objectAdmin|admin)$/;

/** Whether the service's own account may read and write the buckets: without it every import fails, and nothing else does. */
export async function checkAgent(
  { index, documents }: { readonly index: Looked; readonly documents: Looked },
  { importing }: Pick<RagConfig, 'importing'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const policy = await index.policy(signal);
  const number = (await index.facts(signal))?.projectNumber ?? 'PROJECT_NUMBER';
  const agent = `serviceAccount:service-${number}@gcp-sa-vertex-rag.iam.gserviceaccount.com`;
  if (!policy) {
    return skipped(
      `who may read gs://${index.name} is not known without storage.buckets.getIamPolicy. See for yourself: ` +
        `gcloud storage buckets get-iam-policy gs://${index.name} (${agent.replace('serviceAccount:', '')} needs roles/storage.objectUser)`,
    );
  }
  const missing = [
    ...(has(policy, READS) && has(policy, WRITES) ? [] : [grantOnBucket(index.name, agent, 'roles/storage.objectUser')]),
    ...((await readsUploads(documents, importing, signal)) ? [] : [grantOnBucket(documents.name, agent, 'roles/storage.objectViewer')]),
  ];
  if (missing.length === 0) return ok('RAG Engine may read what it imports and write what became of it');
  return failed(
    "RAG Engine's own account has no such role in the policy of the bucket; one on the project would not be seen here. Without it every import fails.",
    missing.join('\n'),
  );
}

async function readsUploads(documents: Looked, importing: RagConfig['importing'], signal: AbortSignal): Promise<boolean> {
  if (importing === 'parsed') return true;
  const policy = await documents.policy(signal);
  return policy === undefined || has(policy, READS);
}

/** A role of the project's own making is taken to be made for it. */
const has = (policy: readonly Binding[], roles: RegExp): boolean =>
  policy.some(({ role, members }) => (roles.test(role) || !role.startsWith('roles/')) && members.some((member) => AGENT.test(member)));
