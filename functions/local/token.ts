import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';

/** A secret for this run, where the environment gives none. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

/** A token of a tenant's user for local runs, good for a day. */
export const makeToken = (secret: string, tenant: string, groups: readonly string[] = []): Promise<string> =>
  new SignJWT({ tenant_id: tenant, groups: [...groups] })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject('local-user')
    .setIssuedAt()
    .setExpirationTime('1 day')
    .sign(new TextEncoder().encode(secret));
