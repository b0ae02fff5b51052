import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type Clock, systemClock } from './clock.ts';
import type { Issuer, TrustConfig } from './config.ts';
import { NotAllowed, Unavailable } from './errors.ts';
import { isTenant } from './tenant.ts';

/** Whoever asks, as the verified token says. Made in this file and nowhere else. */
export interface Caller {
  readonly tenant: string;
  readonly groups: readonly string[];
  readonly subject: string;
}

/** A caller of a tenant, from values that are already trusted. Throws NotAllowed (NO_TENANT) on a bad tenant. */
export function makeCaller(tenant: unknown, groups: unknown, subject: unknown): Caller {
  if (!isTenant(tenant)) throw new NotAllowed('NO_TENANT', 'The token names no tenant. Ask for one with a tenant claim.');
  const named = Array.isArray(groups) ? groups.filter((group) => typeof group === 'string' && group !== '') : [];
  return Object.freeze({ tenant, groups: Object.freeze(named), subject: typeof subject === 'string' ? subject : '' });
}

/** The keys of an issuer, by its JWKS address. */
export type KeySource = (jwksUrl: string) => JWTVerifyGetKey;

export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

const GOOGLE = {
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
};
const CLOCK_TOLERANCE_S = 5;

/**
 * Returns the check of an `Authorization` header, which gives the caller of a good token. It knows three kinds: a
 * token of a trusted issuer, a Google-signed token of a registered service account, and, locally, one signed with the
 * local secret. Throws NotAllowed (UNAUTHENTICATED, FORBIDDEN, NO_TENANT), or Unavailable when the issuer's keys
 * can't be had.
 */
export function createAuthenticator(trust: TrustConfig, clock: Clock = systemClock, keys: KeySource = remoteKeys()): Authenticate {
  const verify = async (token: string): Promise<Caller> => {
    const options = { currentDate: clock(), clockTolerance: CLOCK_TOLERANCE_S, requiredClaims: ['exp'] };
    if (decodeProtectedHeader(token).alg === 'HS256') {
      if (!trust.localSecret) throw new NotAllowed('UNAUTHENTICATED', 'Tokens with a shared secret are accepted in local runs only.');
      const secret = new TextEncoder().encode(trust.localSecret);
      const { payload } = await jwtVerify(token, secret, { ...options, algorithms: ['HS256'] });
      return makeCaller(payload.tenant_id, payload.groups, payload.sub);
    }
    const claimed = decodeJwt(token).iss;
    const issuer = trust.issuers.find((candidate) => candidate.issuer === claimed);
    if (issuer) return ofIssuer(issuer, (await jwtVerify(token, keys(issuer.jwksUrl), { ...options, ...issuer })).payload);
    if (trust.serviceAudience && claimed && GOOGLE.issuers.includes(claimed)) {
      const { payload } = await jwtVerify(token, keys(GOOGLE.jwksUrl), {
        ...options,
        issuer: GOOGLE.issuers,
        audience: trust.serviceAudience,
        algorithms: ['RS256'],
      });
      return ofServiceAccount(trust, payload);
    }
    throw new NotAllowed('UNAUTHENTICATED', 'The token is of an issuer that this service does not trust.');
  };

  return async (authorization) => {
    const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
    if (!token) throw new NotAllowed('UNAUTHENTICATED', 'Send a token: Authorization: Bearer TOKEN.');
    try {
      return await verify(token);
    } catch (error) {
      throw refusal(error);
    }
  };
}

const ofIssuer = (issuer: Issuer, claims: JWTPayload): Caller =>
  makeCaller(claims[issuer.tenantClaim], claims[issuer.groupsClaim], claims.sub);

function ofServiceAccount(trust: TrustConfig, claims: JWTPayload): Caller {
  const { email, email_verified: verified } = claims;
  const account =
    typeof email === 'string' && verified === true && Object.hasOwn(trust.serviceAccounts, email)
      ? trust.serviceAccounts[email]
      : undefined;
  if (!account) throw new NotAllowed('FORBIDDEN', 'This service account has no tenant here. Register it in SERVICE_ACCOUNTS.');
  return makeCaller(account.tenant, account.groups, email);
}

/** Turns what jose throws into an error for the caller. jose's own messages quote claims, so they stay inside. */
function refusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new NotAllowed('UNAUTHENTICATED', 'The token has expired. Get a new one.');
  if (error instanceof errors.JWKSTimeout) return new Unavailable("The issuer's keys could not be fetched in time.", { cause: error });
  if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') {
    return new NotAllowed('UNAUTHENTICATED', 'The token is not valid here: wrong signature, audience, issuer or form.');
  }
  if (error instanceof errors.JOSEError || (error instanceof TypeError && error.message === 'fetch failed')) {
    return new Unavailable("The issuer's keys could not be fetched.", { cause: error });
  }
  if (error instanceof TypeError) return new NotAllowed('UNAUTHENTICATED', 'The token is not a JWT.');
  return error;
}

/** Fetches key sets over HTTPS, once an address; jose refreshes them when a key id is new. */
function remoteKeys(): KeySource {
  const sets = new Map<string, JWTVerifyGetKey>();
  return (jwksUrl) => {
    const known = sets.get(jwksUrl) ?? createRemoteJWKSet(new URL(jwksUrl));
    sets.set(jwksUrl, known);
    return known;
  };
}
