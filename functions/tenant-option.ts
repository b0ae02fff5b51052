import { ConfigError } from '../shared/config.ts';
import { isTenant } from '../shared/tenant.ts';

/** The tenant that a command is given, if it is. Throws ConfigError for what no tenant can be called. */
export function tenantOption(tenant: string | undefined): string | undefined {
  if (tenant !== undefined && !isTenant(tenant)) throw new ConfigError(`--tenant ${tenant}: is not a tenant name`);
  return tenant;
}
