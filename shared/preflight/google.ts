import { wordsOf } from './causes.ts';
import { failed, type Outcome } from './check.ts';

/** Commands that put right what Google refuses. */
export const enable = (api: string, project: string | undefined): string =>
  `gcloud services enable ${api}${project ? ` --project=${project}` : ''}`;

export const grant = (project: string | undefined, member: string, role: string): string =>
  `gcloud projects add-iam-policy-binding ${project ?? 'PROJECT'} --member=${member} --role=${role}`;

export const grantOnBucket = (bucket: string, member: string, role: string): string =>
  `gcloud storage buckets add-iam-policy-binding gs://${bucket} --member=${member} --role=${role}`;

/** The service that is asked, and what calling it takes. */
export interface GoogleService {
  readonly project: string | undefined;
  readonly api: string;
  /** With the command that grants it. */
  readonly permission: string;
  /** What to look at when it answers that something is not there. */
  readonly missing: string;
}

const DISABLED = /SERVICE_DISABLED|has not been used in project|it is disabled|API .*not enabled/i;
const KEY = /API[_ ]key not valid|API_KEY_INVALID/i;
const REFUSED = /PERMISSION_DENIED|^(401|403|7|16)$/im;
const MISSING = /NOT_FOUND|^(404|5|12)$/im;
const USED_UP = /RESOURCE_EXHAUSTED|^(429|8)$/im;
const MALFORMED = /INVALID_ARGUMENT|FAILED_PRECONDITION|^(400|3|9|11)$/im;

/** A failure of a call to Google, with what to do about it. `message` is what our own code makes of the error. */
export function googleFailure(error: unknown, { project, api, permission, missing }: GoogleService): Outcome {
  const words = wordsOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (DISABLED.test(words)) return failed(`${api} is not enabled.`, enable(api, project));
  if (KEY.test(words))
    return failed('GEMINI_API_KEY is refused.', 'Set a key that is valid, or none: then GOOGLE_CLOUD_PROJECT and a role are used.');
  if (REFUSED.test(words)) return failed(message, `${permission}\nIf it has that role already: ${enable(api, project)}`);
  if (MISSING.test(words)) return failed(message, missing);
  if (USED_UP.test(words))
    return failed(message, 'Wait a minute and run this again; if it stays, ask for more quota: IAM & Admin > Quotas.');
  if (MALFORMED.test(words)) return failed(message, missing);
  return failed(message, `See whether ${api} can be reached from here (egress, Private Google Access, a proxy), and run this again.`);
}
