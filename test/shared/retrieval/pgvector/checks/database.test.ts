import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../../../shared/config.ts';
import { Unavailable } from '../../../../../shared/errors.ts';
import { checkDatabase } from '../../../../../shared/retrieval/pgvector/checks/database.ts';

const { database } = parseConfig({ CLOUD_SQL_INSTANCE: 'p:europe-west1:db', DATABASE_USER: 'ingest@p.iam' });
const member = () => 'serviceAccount:ingest@p.iam.gserviceaccount.com';
const withCode = (code: string | number, message: string) => Object.assign(new Error(message), { code });
const check = (error: unknown) => checkDatabase(() => Promise.reject(error), database, member, new AbortController().signal);

describe('a Cloud SQL instance that can not be logged in to', () => {
  it.each([
    [
      'the account may not connect',
      withCode(403, 'boss::NOT_AUTHORIZED: Not authorized to access resource. Possibly missing permission cloudsql.instances.get'),
      /roles\/cloudsql\.client has .*--member=serviceAccount:ingest@p\.iam\.gserviceaccount\.com --role=roles\/cloudsql\.client$/s,
    ],
    [
      'the API is not enabled',
      withCode('403', 'Cloud SQL Admin API has not been used in project p before or it is disabled.'),
      /^gcloud services enable sqladmin\.googleapis\.com --project=p$/,
    ],
    ['there is no such instance', withCode(404, 'The Cloud SQL instance does not exist.'), /^Set CLOUD_SQL_INSTANCE/],
    [
      'it has no private address',
      withCode('ENOPRIVATESQLADMINIPADDRESS', 'Cannot connect to instance, private Ip address not found'),
      /^Set CLOUD_SQL_IP_TYPE/,
    ],
    [
      'the user is not one of it',
      withCode('28000', 'password authentication failed'),
      /gcloud sql users create ingest@p\.iam --instance=db --project=p --type=cloud_iam_service_account\n.*roles\/cloudsql\.instanceUser\n.*cloudsql\.iam_authentication=on/s,
    ],
    ['the user may not log in', withCode('28P01', 'password authentication failed'), /roles\/cloudsql\.instanceUser/],
    [
      'there is no such database',
      withCode('3D000', 'database "groundwire" does not exist'),
      /^gcloud sql databases create groundwire --instance=db --project=p/,
    ],
    ['no connection is left', new Unavailable('busy', { cause: withCode('53300', 'too many clients') }), /DATABASE_POOL_MAX/],
    ['nothing answers', new Unavailable('busy', { cause: new Error('timeout expired') }), /Direct VPC egress and CLOUD_SQL_IP_TYPE/],
  ])('because %s', async (_, error, fix) => {
    expect(await check(error)).toMatchObject({ state: 'failed', fix: expect.stringMatching(fix) });
  });

  it('throws what it does not know', async () => {
    await expect(check(new TypeError('a bug'))).rejects.toThrow('a bug');
  });
});
