import type { RagConfig } from '../../config.ts';
import { inspectBucket } from '../../documents/source/inspect.ts';
import { type CheckContext, type Checks, ifThere } from '../../preflight/check.ts';
import type { GoogleService } from '../../preflight/google.ts';
import { grant } from '../../preflight/google.ts';
import { createCatalogue } from './catalogue.ts';
import { checkAgent } from './checks/agent.ts';
import { checkCorpora } from './checks/corpora.ts';
import { checkEngine } from './checks/engine.ts';
import { checkIndexReading, checkIndexWriting } from './checks/index-bucket.ts';
import { checkQuota } from './checks/quota.ts';
import { checkRetrieval } from './checks/retrieval.ts';
import { createRagClient } from './client.ts';
import { createCorpora } from './corpora.ts';
import { createIndexBucket } from './index-bucket.ts';
import { createQuota } from './quota.ts';

/** Of what the service refuses for the moment one more attempt is made: whoever waits wants to know why. */
const WAITS = [0.5];

/** What RAG Engine needs. Changes nothing. */
export function checksOfVertexRag(config: RagConfig, documents: string, context: CheckContext): Checks {
  const client = createRagClient(config, createQuota({ ...config, waits: WAITS }));
  const bucket = createIndexBucket(config.indexBucket, { waits: WAITS });
  const corpora = createCorpora(config, bucket, client);
  const tenants = async (signal: AbortSignal) => (context.tenant ? [context.tenant] : await createCatalogue(bucket).tenants(signal));
  const inspection = inspectBucket(config.indexBucket);
  const { project, location } = config;
  const service = (): GoogleService => ({
    project,
    api: 'aiplatform.googleapis.com',
    // The service ranks as whoever calls it.
    permission: ['roles/aiplatform.user', ...(config.ranker ? ['roles/discoveryengine.viewer'] : [])]
      .map((role) => grant(project, context.member(), role))
      .join('\n'),
    missing: `Check RAG_LOCATION (${location}), RAG_EMBED_MODEL and GOOGLE_CLOUD_PROJECT.`,
  });
  const google = config.endpoint ? [] : ['credentials'];
  const of = { config, client, corpora, tenants, service };
  return {
    checks: [
      { name: 'rag quota', run: async () => checkQuota(config) },
      { name: 'rag engine', after: google, run: (signal) => checkEngine(of, signal) },
      { name: 'index bucket', after: ['credentials'], run: (signal) => checkIndexReading(inspection, context, signal) },
      { name: 'index writing', after: ['index bucket'], run: (signal) => checkIndexWriting(inspection, context, signal) },
      {
        name: 'rag agent',
        after: ['credentials'],
        run: ifThere('index bucket', (signal) => checkAgent({ index: inspection, documents: inspectBucket(documents) }, config, signal)),
      },
      { name: 'rag corpora', after: ['rag engine', 'index bucket'], run: (signal) => checkCorpora(of, signal) },
      { name: 'retrieval', after: ['rag corpora'], run: (signal) => checkRetrieval(of, signal) },
    ],
    close: () => client.close(),
  };
}
