const TENANT = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Whether `value` can name a tenant: 1 to 40 of a–z, 0–9 and `-`, not starting with `-`. */
export const isTenant = (value: unknown): value is string => typeof value === 'string' && TENANT.test(value);
