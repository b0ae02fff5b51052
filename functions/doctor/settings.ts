import type { Config } from '../../shared/config.ts';
import { type Check, failed, type Outcome, ok, skipped } from '../../shared/preflight/check.ts';

const LOCAL = skipped('not production: NODE_ENV=production npm run doctor checks for that');

/** Settings that are each right and together wrong, or not for production. */
export const checkSettings = (config: Config): readonly Check[] => [
  { name: 'configuration', run: async () => summary(config) },
  { name: 'production', run: async () => (config.production ? production(config) : LOCAL) },
  { name: 'callers', run: async () => callers(config) },
  { name: 'profile', run: async () => profile(config) },
];

function summary({ backend, bucket, database, production }: Config): Outcome {
  const from = bucket.kind === 'gcs' ? `gs://${bucket.name}` : bucket.path;
  const store = backend === 'vertex-rag' ? '' : `, ${database.kind} database`;
  return ok(`${backend}${store}, documents of ${from}${production ? ', production' : ''}`);
}

function production({ backend, bucket, database, embedder }: Config): Outcome {
  const rules: readonly { readonly broken: boolean; readonly message: string; readonly fix: string }[] = [
    {
      broken: bucket.kind === 'folder',
      message: 'the documents are in a folder, which goes with the instance',
      fix: 'Set GROUNDWIRE_BUCKET=gs://BUCKET.',
    },
    {
      broken: backend === 'pgvector' && database.kind === 'embedded',
      message: 'the database is embedded: it goes with the instance, and each has its own',
      fix: 'Set CLOUD_SQL_INSTANCE and DATABASE_USER, or DATABASE_URL.',
    },
    {
      broken: backend === 'pgvector' && embedder.kind === 'local',
      message: 'the encoder is the offline one, English only and weak',
      fix: 'Set EMBEDDER=gemini, then npm run reembed.',
    },
  ];
  const broken = rules.filter((rule) => rule.broken);
  if (broken.length === 0) return ok('bucket, database and model are of the kind that lasts');
  return failed(
    `${broken.map(({ message }) => message).join('; ')}.`.replace(/^./, (first) => first.toUpperCase()),
    broken.map(({ fix }) => fix).join('\n'),
  );
}

/** Who may call at all. */
function callers({ production, trust: { issuers, localSecret, serviceAccounts } }: Config): Outcome {
  const accounts = Object.keys(serviceAccounts).length;
  if (issuers.length + accounts > 0)
    return ok(`tokens of ${[...issuers.map(({ issuer }) => issuer), ...(accounts ? [`${accounts} service accounts`] : [])].join(', ')}`);
  if (production) {
    return failed(
      'No issuer of tokens is trusted: every request is answered 401.',
      'Set TRUSTED_ISSUERS=[{"issuer":"…","jwksUrl":"…","audience":"…"}], or SERVICE_ACCOUNTS with SERVICE_AUDIENCE.',
    );
  }
  return localSecret ? ok('tokens signed with LOCAL_JWT_SECRET') : skipped('no issuer is trusted: npm run serve signs a token of its own');
}

function profile({ backend, embedder, profile: chosen }: Config): Outcome {
  if (backend === 'vertex-rag') return ok(chosen);
  const isLocal = embedder.kind === 'local';
  if (isLocal === (chosen === 'local')) return ok(`${chosen}, for ${isLocal ? 'the offline encoder' : embedder.model}`);
  return failed(
    isLocal
      ? `RETRIEVAL_PROFILE=${chosen} trusts the dense arm more than the offline encoder deserves.`
      : `RETRIEVAL_PROFILE=local makes little of ${embedder.model}: it is for the offline encoder.`,
    `Unset RETRIEVAL_PROFILE, or set it to ${isLocal ? 'local' : 'balanced or templated'}.`,
  );
}
