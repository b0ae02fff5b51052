import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../shared/config.ts';
import { inspectBucket } from '../../shared/documents/source/inspect.ts';
import type { Log } from '../../shared/log.ts';
import { type Check, type CheckContext, type Checks, ifThere, skipped } from '../../shared/preflight/check.ts';
import { openChecks } from '../../shared/retrieval/checks.ts';
import { checkPermissions, checkProtection, checkReading } from './bucket.ts';
import { checkFolder } from './folder.ts';
import { checkGenerator } from './generating.ts';
import { createIdentity, type Identity } from './identity.ts';
import { checkLocations } from './locations.ts';
import { type Asking, checkEmbedder, checkPdfModel, checkRanker } from './models.ts';
import { checkNotifications } from './notifications.ts';
import { checkSettings } from './settings.ts';

/** What was opened is closed within this, or left to the end of the process: it may be what hangs. */
const CLOSE_MS = 1_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that a deployment of this configuration needs, in the order in which it is read. */
export async function openDoctor(
  config: Config,
  env: Environment,
  log: Log,
  { duty, tenant }: Pick<CheckContext, 'duty' | 'tenant'>,
): Promise<Checks> {
  const identity = createIdentity(config.project);
  const callers = callersOf(config, env);
  const backend = await openChecks(config, log, { duty, tenant, member: identity.member });
  return {
    checks: [
      ...checkSettings(config),
      credentials(callers, identity),
      ...bucketChecks(config, callers, duty, identity),
      ...backend.checks,
      ...modelChecks(config, callers, duty, { project: config.project, member: identity.member }),
    ],
    close: () => Promise.race([backend.close().catch(() => undefined), sleep(CLOSE_MS, undefined, { ref: false })]),
  };
}

function credentials(callers: Callers, identity: Identity): Check {
  const isNeeded = Object.values(callers).some(Boolean);
  return { name: 'credentials', run: async () => (isNeeded ? identity.check() : skipped('nothing that is configured asks for any')) };
}

/** What is called with Google's credentials: fakes are not, nor is what has an API key. */
function callersOf({ backend, bucket, database, embedder, generator, rag, ranker, reader: { pdfModel } }: Config, env: Environment) {
  const isKeyless = (model: typeof embedder | typeof pdfModel | typeof generator) => model.kind === 'gemini' && 'project' in model.access;
  return {
    bucket: bucket.kind === 'gcs' && !env.STORAGE_EMULATOR_HOST,
    database: backend === 'pgvector' && database.kind === 'cloud-sql',
    rag: rag !== undefined && rag.endpoint === undefined,
    embedder: backend === 'pgvector' && isKeyless(embedder),
    ranker: ranker.kind === 'vertex' && ranker.endpoint === undefined,
    generator: isKeyless(generator),
    pdfModel: isKeyless(pdfModel),
  };
}
type Callers = ReturnType<typeof callersOf>;

const afterCredentials = (isCaller: boolean): readonly string[] => (isCaller ? ['credentials'] : []);

function bucketChecks(config: Config, callers: Callers, duty: CheckContext['duty'], { member }: Identity): readonly Check[] {
  const { backend, bucket } = config;
  if (backend === 'pgvector' && duty === 'search') {
    return [{ name: 'bucket', run: async () => skipped('a search in our own database reads none') }];
  }
  if (bucket.kind === 'folder') return [{ name: 'bucket', run: (signal) => checkFolder(bucket.path, signal) }];
  const inspection = inspectBucket(bucket.name);
  const after = afterCredentials(callers.bucket);
  const notifications: Check = { name: 'notifications', after, run: ifThere('bucket', (signal) => checkNotifications(inspection, signal)) };
  return [
    { name: 'bucket', after, run: (signal) => checkPermissions(inspection, member(), signal) },
    { name: 'bucket reading', after: ['bucket'], run: (signal) => checkReading(inspection, signal) },
    // Whoever may not read its objects may yet see the bucket.
    { name: 'bucket protection', after, run: ifThere('bucket', (signal) => checkProtection(inspection, signal)) },
    ...(duty === 'search' ? [] : [notifications]),
    { name: 'locations', after, run: ifThere('bucket', (signal) => checkLocations(inspection, config, signal)) },
  ];
}

function modelChecks(
  { backend, embedder, generator, ranker, reader: { pdfModel } }: Config,
  callers: Callers,
  duty: CheckContext['duty'],
  asking: Asking,
): readonly Check[] {
  const embedding: Check = {
    name: 'embedding model',
    after: afterCredentials(callers.embedder),
    run: async (signal) =>
      backend === 'vertex-rag' ? skipped('RAG Engine embeds by itself (RAG_EMBED_MODEL)') : checkEmbedder(embedder, asking, signal),
  };
  const ranking: Check = {
    name: 'ranking model',
    after: afterCredentials(callers.ranker),
    run: (signal) => checkRanker(ranker, asking, signal),
  };
  const answering: Check = {
    name: 'answering model',
    after: afterCredentials(callers.generator),
    run: (signal) => checkGenerator(generator, asking, signal),
  };
  const pdf: Check = {
    name: 'pdf model',
    after: afterCredentials(callers.pdfModel),
    run: (signal) => checkPdfModel(pdfModel, asking, signal),
  };
  return { search: [embedding, ranking, answering], ingest: [embedding, pdf], all: [embedding, ranking, answering, pdf] }[duty];
}
