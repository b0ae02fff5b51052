import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authenticate, createAuthenticator, makeCaller } from '../../shared/caller.ts';
import type { TrustConfig } from '../../shared/config.ts';
import { type FakeServer, serveFake } from '../fakes/http.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const SECRET = 'a secret of local runs only';

describe('createAuthenticator', () => {
  let keys: FakeServer;
  let signed: (claims: JWTPayload, kid?: string) => Promise<string>;
  let down = false;
  let trust: TrustConfig;
  let authenticate: Authenticate;
  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' };
    keys = await serveFake(() => (down ? { status: 500, body: {} } : { body: { keys: [jwk] } }));
    signed = (claims, kid = 'one') => new SignJWT({ sub: 'someone', ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    const issuer = {
      issuer: 'https://issuer',
      jwksUrl: `${keys.url}/keys`,
      audience: 'groundwire',
      algorithms: ['RS256' as const],
      tenantClaim: 'org',
      groupsClaim: 'roles',
    };
    trust = {
      issuers: [issuer],
      serviceAccounts: { 'agent@p.iam.gserviceaccount.com': { tenant: 'acme', groups: ['agents'] } },
      serviceAudience: 'https://search.run.app',
      localSecret: undefined,
    };
    const { createRemoteJWKSet } = await import('jose');
    // Google's own keys can't be had here: this server stands in for them.
    authenticate = createAuthenticator(
      trust,
      () => NOW,
      () => createRemoteJWKSet(new URL(`${keys.url}/keys`)),
    );
  });
  afterAll(() => keys.close());

  const expires = { exp: NOW.getTime() / 1_000 + 60 };
  const bearer = async (claims: JWTPayload, kid?: string) => `Bearer ${await signed({ ...expires, ...claims }, kid)}`;
  const good = { iss: 'https://issuer', aud: 'groundwire', org: 'acme', roles: ['hr', 'it'] };
  const local = (claims: JWTPayload, secret = SECRET) =>
    new SignJWT({ ...expires, sub: 'someone', ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
  const code = (value: string) => expect.objectContaining({ code: value });

  it('takes tenant and groups from the claims that the issuer is configured with', async () => {
    expect(await authenticate(await bearer(good))).toEqual({ tenant: 'acme', groups: ['hr', 'it'], subject: 'someone' });
  });

  it('fails closed on groups that are no list of names', async () => {
    expect((await authenticate(await bearer({ ...good, roles: 'hr' }))).groups).toEqual([]);
    expect((await authenticate(await bearer({ ...good, roles: [1, '', 'hr', null] }))).groups).toEqual(['hr']);
  });

  it('maps a service account to the tenant it is registered for', async () => {
    const claims = {
      iss: 'https://accounts.google.com',
      aud: 'https://search.run.app',
      email: 'agent@p.iam.gserviceaccount.com',
      email_verified: true,
    };
    expect(await authenticate(await bearer(claims))).toEqual({
      tenant: 'acme',
      groups: ['agents'],
      subject: 'agent@p.iam.gserviceaccount.com',
    });
    for (const other of [
      { email: 'other@p.iam.gserviceaccount.com' },
      { email_verified: false },
      { email: undefined },
      { email: 'constructor' },
    ]) {
      await expect(authenticate(await bearer({ ...claims, ...other }))).rejects.toEqual(code('FORBIDDEN'));
    }
    await expect(authenticate(await bearer({ ...claims, aud: 'https://elsewhere' }))).rejects.toEqual(code('UNAUTHENTICATED'));
  });

  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic dTpw'],
    ['a word that is no token', 'Bearer x'],
    ['three words that are no token', 'Bearer a.b.c'],
    ['a token without a signature', `Bearer ${btoa('{"alg":"none"}')}.${btoa('{"org":"acme","iss":"https://issuer"}')}.`],
  ])('refuses %s', async (_, header) => {
    await expect(authenticate(header)).rejects.toEqual(code('UNAUTHENTICATED'));
  });

  it.each([
    ['of another audience', { ...good, aud: 'elsewhere' }],
    ['of an unknown issuer', { ...good, iss: 'https://evil' }],
    ['that has expired', { ...good, exp: NOW.getTime() / 1_000 - 60 }],
    ['that is not valid yet', { ...good, nbf: NOW.getTime() / 1_000 + 60 }],
  ])('refuses a token %s', async (_, claims) => {
    await expect(authenticate(await bearer(claims))).rejects.toEqual(code('UNAUTHENTICATED'));
  });

  it('refuses a token that never expires', async () => {
    await expect(authenticate(`Bearer ${await signed(good)}`)).rejects.toEqual(code('UNAUTHENTICATED'));
  });

  it('refuses a key that the issuer does not publish, and a token that was changed', async () => {
    await expect(authenticate(await bearer(good, 'two'))).rejects.toEqual(code('UNAUTHENTICATED'));
    const [header, , signature] = (await signed({ ...expires, ...good })).split('.');
    const forged = Buffer.from(JSON.stringify({ ...good, org: 'globex', exp: 9_999_999_999 })).toString('base64url');
    await expect(authenticate(`Bearer ${header}.${forged}.${signature}`)).rejects.toEqual(code('UNAUTHENTICATED'));
  });

  it.each([undefined, '', 'Acme', 'a b', 'a/b', '-a', 'a'.repeat(41), 7, ['acme'], { tenant: 'acme' }])(
    'finds no tenant in %j',
    async (org) => {
      await expect(authenticate(await bearer({ ...good, org }))).rejects.toEqual(code('NO_TENANT'));
    },
  );

  it('says to try again when the issuer can not be asked', async () => {
    down = true;
    const { createRemoteJWKSet } = await import('jose');
    const fresh = createAuthenticator(
      trust,
      () => NOW,
      () => createRemoteJWKSet(new URL(`${keys.url}/keys`)),
    );
    await expect(fresh(await bearer(good))).rejects.toEqual(code('UNAVAILABLE'));
    const unreachable = createAuthenticator(
      trust,
      () => NOW,
      () => createRemoteJWKSet(new URL('http://127.0.0.1:9/keys')),
    );
    await expect(unreachable(await bearer(good))).rejects.toEqual(code('UNAVAILABLE'));
    down = false;
  });

  it('accepts the local secret only where there is one', async () => {
    const token = `Bearer ${await local({ tenant_id: 'acme', groups: ['hr'] })}`;
    await expect(authenticate(token)).rejects.toEqual(code('UNAUTHENTICATED'));
    const locally = createAuthenticator({ ...trust, localSecret: SECRET }, () => NOW);
    expect(await locally(token)).toEqual({ tenant: 'acme', groups: ['hr'], subject: 'someone' });
    await expect(locally(`Bearer ${await local({ tenant_id: 'acme' }, 'another secret of somebody')}`)).rejects.toEqual(
      code('UNAUTHENTICATED'),
    );
  });

  it('tells nobody what the token says', async () => {
    const claims = { ...good, aud: 'elsewhere', org: 'very-secret' };
    await expect(authenticate(await bearer(claims))).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });
});

describe('makeCaller', () => {
  it('can not be changed afterwards', () => {
    const caller = makeCaller('acme', ['hr'], 'me');
    expect(Object.isFrozen(caller) && Object.isFrozen(caller.groups)).toBe(true);
  });
});
