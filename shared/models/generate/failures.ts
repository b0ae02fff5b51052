import { ApiError } from '@google/genai';
import type { Role, RoleModel } from '../../config.ts';
import { KnownError, Refused, Unavailable } from '../../errors.ts';
import { isTransport } from '../gemini/api.ts';

const RETRIED_STATUS = new Set([429, 500, 502, 503, 504]);
const NO_CREDENTIALS = /Could not load the default credentials/;

/** Whether the same request may well succeed in a moment. */
export const worthRetrying = (error: unknown): boolean =>
  error instanceof ApiError ? RETRIED_STATUS.has(error.status) : isTransport(error) || isBrokenBody(error);

/** What the client throws where a 200 is no JSON. */
const isBrokenBody = (error: unknown): boolean => error instanceof SyntaxError;

/**
 * An error of the client as one of ours, with the seconds that it asks to wait; what is neither the service's nor the network's
 * stays as it is, for that is a bug.
 */
export function translate(error: unknown, { model, role }: RoleModel & { readonly role: Role }, retryAfterS: number | undefined): unknown {
  if (error instanceof KnownError) return error;
  const options = { cause: error, ...(retryAfterS === undefined ? {} : { retryAfterS }) };
  const setting = `${role.toUpperCase()}_MODEL`;
  if (isTransport(error) || isBrokenBody(error)) return new Unavailable('The generating model can not be reached.', options);
  if (error instanceof Error && NO_CREDENTIALS.test(error.message)) {
    return new Refused('The generating model can not be called: this service finds no Google credentials.', options);
  }
  if (!(error instanceof ApiError)) return error;
  switch (error.status) {
    case 400:
      return new Refused(
        `${model} takes a request for malformed or too long: check ${setting}, GENERATE_THINKING and GENERATE_LOCATION, or GEMINI_API_KEY.`,
        options,
      );
    case 401:
    case 403:
      return new Refused('The generating model refuses this service: it needs roles/aiplatform.user, or a valid GEMINI_API_KEY.', options);
    case 404:
      return new Refused(`The generating model ${model} is not there: check ${setting} and GENERATE_LOCATION.`, options);
    case 429:
      return new Unavailable('The quota of the generating model is used up for now.', { ...options, code: 'RATE_LIMITED' });
    default:
      return new Unavailable(`The generating model failed with status ${error.status}.`, options);
  }
}

/** What a call says that did not end in time. */
export const late = ({ model, timeoutMs }: RoleModel): Unavailable =>
  new Unavailable(`${model} gave no full reply within ${timeoutMs} ms.`, { code: 'TIMEOUT' });
