import type { DatabaseConfig } from '../../../config.ts';
import { ConfigError } from '../../../config.ts';
import { wordsOf } from '../../../preflight/causes.ts';
import { failed, type Outcome, ok } from '../../../preflight/check.ts';
import { enable, grant } from '../../../preflight/google.ts';
import type { Store } from '../store/store.ts';

/** What to look at when no connection comes about. */
export const LATE: Readonly<Record<DatabaseConfig['kind'], string>> = {
  embedded: 'Stop whatever else has the folder open (GROUNDWIRE_DATA), and run this again.',
  url: 'See whether the host and port of DATABASE_URL can be reached from here: network, firewall, VPC egress.',
  'cloud-sql':
    'A private instance answers from inside its network only: run this there (a Cloud Run job, a VM), or check Direct VPC egress and ' +
    'CLOUD_SQL_IP_TYPE (PRIVATE, PSC, PUBLIC).',
};

/** Whether the database that is configured can be logged in to. */
export async function checkDatabase(
  open: () => Promise<Store>,
  config: DatabaseConfig,
  member: () => string,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const store = await open();
    const [row] = await store.asLogin(signal, (session) =>
      session.query<{ version: string; name: string; login: string }>(
        "SELECT current_setting('server_version') AS version, current_database() AS name, session_user AS login",
      ),
    );
    const version = row?.version.split(' ')[0];
    return ok(
      config.kind === 'embedded'
        ? `Postgres ${version}, embedded, in ${config.path}`
        : `Postgres ${version}, ${row?.name} as ${row?.login}`,
    );
  } catch (error) {
    signal.throwIfAborted();
    return databaseFailure(error, config, member);
  }
}

interface Explanation {
  /** SQLSTATE, or what network and connector say. */
  readonly when: RegExp;
  readonly message: string;
  readonly fix: string;
}

function databaseFailure(error: unknown, config: DatabaseConfig, member: () => string): Outcome {
  if (error instanceof ConfigError) return failed(error.message, LATE[config.kind]);
  const words = wordsOf(error);
  const found = explanations(config, member).find(({ when }) => when.test(words));
  if (found) return failed(found.message, found.fix);
  throw error;
}

function explanations(config: DatabaseConfig, member: () => string): readonly Explanation[] {
  if (config.kind === 'embedded') return [];
  const anywhere: readonly Explanation[] = [
    {
      when: /^53300$/m,
      message: 'The database has no connection left.',
      fix: 'Fewer instances or a smaller DATABASE_POOL_MAX; or raise max_connections.',
    },
    {
      when: /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$|timeout/m,
      message: 'The database can not be reached.',
      fix: LATE[config.kind],
    },
  ];
  if (config.kind === 'url') {
    return [
      {
        when: /^28(P01|000)$/m,
        message: 'The database refuses this user.',
        fix: 'Check the user and the password in DATABASE_URL, and pg_hba.conf.',
      },
      { when: /^3D000$/m, message: 'There is no such database.', fix: 'Create it, or check the path of DATABASE_URL.' },
      ...anywhere,
    ];
  }
  const [project = '', name = ''] = [config.instance.split(':').slice(0, -2).join(':'), config.instance.split(':').at(-1)];
  return [
    {
      when: /^28(P01|000)$/m,
      message: `${config.instance} refuses the user ${config.user}.`,
      fix:
        `It has to be an IAM user of the instance, called as its account without .gserviceaccount.com, and may log in:\n` +
        `gcloud sql users create ${config.user} --instance=${name} --project=${project} --type=cloud_iam_service_account\n` +
        `${grant(project, member(), 'roles/cloudsql.instanceUser')}\n` +
        'And the instance needs the flag cloudsql.iam_authentication=on.',
    },
    {
      when: /^3D000$/m,
      message: `There is no database ${config.name} in ${config.instance}.`,
      fix: `gcloud sql databases create ${config.name} --instance=${name} --project=${project}\nOr set DATABASE_NAME.`,
    },
    {
      when: /SERVICE_DISABLED|has not been used in project|accessNotConfigured/i,
      message: 'The Cloud SQL Admin API is not enabled.',
      fix: enable('sqladmin.googleapis.com', project),
    },
    {
      when: /^403$|notAuthorized|PERMISSION_DENIED|cloudsql\.instances\./im,
      message: `This account may not connect to ${config.instance}.`,
      fix: `roles/cloudsql.client has cloudsql.instances.connect and .get:\n${grant(project, member(), 'roles/cloudsql.client')}`,
    },
    {
      when: /^404$|does not exist|instanceDoesNotExist/im,
      message: `There is no instance ${config.instance}.`,
      fix: 'Set CLOUD_SQL_INSTANCE to project:region:instance.',
    },
    {
      when: /^ENO(PUBLIC|PRIVATE|PSC)?SQLADMINIPADDRESS$/m,
      message: `${config.instance} has no address of the kind ${config.ipType}.`,
      fix: 'Set CLOUD_SQL_IP_TYPE to the kind that it has: PRIVATE, PSC or PUBLIC.',
    },
    ...anywhere,
  ];
}
