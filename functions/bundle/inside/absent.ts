import { ConfigError } from '../../../shared/config.ts';

// What takes the place of what a bundle leaves out, and says so to a configuration that asks for it.

export function createLocalEmbedder(): never {
  throw new ConfigError('EMBEDDER: local is for local runs and is not in this bundle; set EMBEDDER=gemini');
}

export function openEmbedded(): never {
  throw new ConfigError(
    'DATABASE_URL: is needed, or CLOUD_SQL_INSTANCE: the embedded database is for local runs and is not in this bundle',
  );
}

export function createParser(): never {
  throw new TypeError('this bundle reads no documents: see `reads` in functions/bundle/targets.ts');
}

/** The connector's way through Google's API (ipType SQL_DATA), which CLOUD_SQL_IP_TYPE does not have. */
export class SqlDataClient {
  constructor() {
    throw new TypeError('CLOUD_SQL_IP_TYPE=SQL_DATA is not in this bundle');
  }
}
