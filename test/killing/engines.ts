import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../shared/retrieval/pgvector/store/embedded.ts';
import { migrate } from '../../shared/retrieval/pgvector/store/migrate.ts';
import { openPostgres } from '../../shared/retrieval/pgvector/store/postgres.ts';
import { newDatabaseUrl, quiet } from '../support/stores.ts';
import type { Engine } from './killing.ts';

export const EMBEDDED: Engine = {
  name: 'embedded',
  async make() {
    const path = await mkdtemp(join(tmpdir(), 'groundwire-killing-'));
    return { environment: { GROUNDWIRE_DATA: path }, open: () => openEmbedded(path) };
  },
};

export const NATIVE: Engine = {
  name: 'native',
  async make() {
    const { href } = await newDatabaseUrl();
    const open = () => openPostgres({ kind: 'url', url: href, poolMax: 2 }, quiet);
    const driver = await open();
    await migrate(driver, { readers: [], writers: [] });
    await driver.close();
    return { environment: { DATABASE_URL: href }, open };
  },
};
