import { GoogleAuth } from 'google-auth-library';
import { wordsOf } from '../../shared/preflight/causes.ts';
import { failed, type Outcome, ok } from '../../shared/preflight/check.ts';

/** Who calls Google, by the Application Default Credentials. */
export interface Identity {
  /** Finds them, and whether they still hold. */
  check(): Promise<Outcome>;
  /** As IAM writes it, once it was found; until then, and where it can't be known, a word to put it in for. */
  member(): string;
}

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const LOGIN =
  'On Cloud Run, give the service an account. Here: gcloud auth application-default login\n' +
  'To check what a function may do, as its account: gcloud auth application-default login --impersonate-service-account=ACCOUNT';

/** `project` is that of the configuration. */
export function createIdentity(project: string | undefined): Identity {
  const auth = new GoogleAuth({ scopes: SCOPE });
  let member = 'serviceAccount:ACCOUNT';
  return {
    async check() {
      try {
        const client = await auth.getClient();
        await client.getAccessToken();
        const email = await emailOf(client, auth);
        if (email) member = `serviceAccount:${email}`;
        const where = project ? `, project ${project}` : ', no project set (GOOGLE_CLOUD_PROJECT)';
        return email
          ? ok(`${email}${where}`)
          : ok(
              `a person's${where}`,
              'What follows is about what this person may do. As the account of a function:\ngcloud auth application-default login --impersonate-service-account=ACCOUNT',
            );
      } catch (error) {
        const words = wordsOf(error);
        if (/Could not load the default credentials/i.test(words)) return failed('There are no Google credentials.', LOGIN);
        if (/invalid_grant|invalid_rapt|reauth/i.test(words)) return failed('The Google credentials no longer hold.', LOGIN);
        if (/ENOENT|does not exist|not a file|lstat/i.test(words)) {
          return failed('The file of GOOGLE_APPLICATION_CREDENTIALS is not there.', `Correct it, or unset it. ${LOGIN}`);
        }
        if (/getAccessToken|iam\.serviceAccounts|generateAccessToken/i.test(words)) {
          return failed(
            'The account can not be impersonated.',
            'roles/iam.serviceAccountTokenCreator on that account, for whoever runs this.',
          );
        }
        return failed(`The Google credentials can not be used: ${error instanceof Error ? error.message.slice(0, 200) : error}`, LOGIN);
      }
    },
    member: () => member,
  };
}

/** Of a service account, its own or impersonated; a person's is not said by these credentials. */
async function emailOf(client: object, auth: GoogleAuth): Promise<string | undefined> {
  if ('getTargetPrincipal' in client && typeof client.getTargetPrincipal === 'function') return String(client.getTargetPrincipal());
  if ('getServiceAccountEmail' in client && typeof client.getServiceAccountEmail === 'function') {
    const email: unknown = client.getServiceAccountEmail();
    if (typeof email === 'string') return email;
  }
  const { client_email: email } = await auth.getCredentials().catch(() => ({ client_email: undefined }));
  return email;
}
