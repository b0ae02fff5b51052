import { z } from 'zod';
import { isTenant } from '../tenant.ts';
import { ConfigError } from './error.ts';
import { json, type Settings } from './values.ts';

/** Only algorithms with a public key: a shared secret is for local runs and has its own variable. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

const issuer = z.strictObject({
  issuer: z.string().min(1),
  jwksUrl: z.url({ protocol: /^https?$/ }),
  audience: z.string().min(1),
  algorithms: z.array(z.enum(ALGORITHMS)).min(1).default(['RS256']),
  tenantClaim: z.string().min(1).default('tenant_id'),
  groupsClaim: z.string().min(1).default('groups'),
});

const serviceAccount = z.strictObject({
  tenant: z.string().refine(isTenant, 'is not a tenant name'),
  groups: z.array(z.string().min(1)).default([]),
});

export type Issuer = z.output<typeof issuer>;
export type ServiceAccount = z.output<typeof serviceAccount>;

export const trustSettings = {
  LOCAL_JWT_SECRET: z.string().min(16, 'must be 16 characters or more').optional(),
  TRUSTED_ISSUERS: json(z.array(issuer)).prefault('[]'),
  SERVICE_ACCOUNTS: json(z.record(z.string(), serviceAccount)).prefault('{}'),
  SERVICE_AUDIENCE: z.string().min(1).optional(),
};

export interface TrustConfig {
  readonly issuers: readonly Issuer[];
  readonly serviceAccounts: Readonly<Record<string, ServiceAccount>>;
  readonly serviceAudience: string | undefined;
  readonly localSecret: string | undefined;
}

export function trust(e: Settings<typeof trustSettings>): TrustConfig {
  if (Object.keys(e.SERVICE_ACCOUNTS).length > 0 && !e.SERVICE_AUDIENCE) {
    throw new ConfigError('SERVICE_AUDIENCE: is needed with SERVICE_ACCOUNTS (the audience of their tokens, usually the service URL)');
  }
  return {
    issuers: e.TRUSTED_ISSUERS,
    serviceAccounts: e.SERVICE_ACCOUNTS,
    serviceAudience: e.SERVICE_AUDIENCE,
    localSecret: e.LOCAL_JWT_SECRET,
  };
}
