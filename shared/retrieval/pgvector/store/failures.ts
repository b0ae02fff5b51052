import { Unavailable } from '../../../errors.ts';

/** SQLSTATE codes and classes after which the same may succeed: PostgreSQL manual, appendix A. */
const PASSING = [
  /^08/, // connection exception
  /^40/, // transaction rollback: serialization failure, deadlock
  /^53/, // insufficient resources: too many connections, out of memory
  /^55P03$/, // lock not available
  /^57/, // operator intervention: query cancelled, shutdown
  /^58/, // system error
];
const NETWORK = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** `error` as Unavailable when trying again may help; anything else as it is. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '57014') return new Unavailable('The database took too long.', { cause: error, code: 'TIMEOUT' });
  const passing =
    PASSING.some((pattern) => pattern.test(code)) ||
    NETWORK.test(code) ||
    /^(Connection terminated|timeout expired|timeout exceeded)/.test(error.message);
  return passing ? new Unavailable('The database can not be reached or is too busy.', { cause: error }) : error;
}
