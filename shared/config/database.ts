import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './error.ts';
import { type Settings, whole } from './values.ts';

export const databaseSettings = {
  GROUNDWIRE_DATA: z.string().min(1).default('.groundwire'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  CLOUD_SQL_INSTANCE: z
    .string()
    .regex(/^[^:]+(:[^:]+){2,3}$/, 'must be project:region:instance')
    .optional(),
  CLOUD_SQL_IP_TYPE: z.enum(['PUBLIC', 'PRIVATE', 'PSC']).default('PRIVATE'),
  DATABASE_USER: z.string().min(1).optional(),
  DATABASE_NAME: z.string().min(1).default('groundwire'),
  DATABASE_POOL_MAX: whole(4, 1, 100),
};

export type DatabaseConfig =
  | {
      readonly kind: 'embedded';
      /** Undefined in memory. */
      readonly path: string | undefined;
      /** A data directory to begin with: see openEmbedded. No setting. */
      readonly image?: Blob;
    }
  | { readonly kind: 'url'; readonly url: string; readonly poolMax: number }
  | {
      readonly kind: 'cloud-sql';
      readonly instance: string;
      readonly ipType: 'PUBLIC' | 'PRIVATE' | 'PSC';
      readonly user: string;
      readonly name: string;
      readonly poolMax: number;
    };

export function database(e: Settings<typeof databaseSettings>): DatabaseConfig {
  if (e.DATABASE_URL) return { kind: 'url', url: e.DATABASE_URL, poolMax: e.DATABASE_POOL_MAX };
  if (e.CLOUD_SQL_INSTANCE) {
    if (!e.DATABASE_USER) throw new ConfigError('DATABASE_USER: is needed with CLOUD_SQL_INSTANCE (an IAM database user)');
    return {
      kind: 'cloud-sql',
      instance: e.CLOUD_SQL_INSTANCE,
      ipType: e.CLOUD_SQL_IP_TYPE,
      user: e.DATABASE_USER,
      name: e.DATABASE_NAME,
      poolMax: e.DATABASE_POOL_MAX,
    };
  }
  return { kind: 'embedded', path: e.GROUNDWIRE_DATA === ':memory:' ? undefined : resolve(e.GROUNDWIRE_DATA) };
}
