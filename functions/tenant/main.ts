import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ConfigError } from '../../shared/config.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { isTenant } from '../../shared/tenant.ts';
import { command } from '../command.ts';

/** `npm run tenant -- --drop T [--yes]`: erases a tenant whole, after asking for its name again. */
await command(async ({ config, log, signal }) => {
  const { values } = parseArgs({ options: { drop: { type: 'string' }, yes: { type: 'boolean', default: false } } });
  const tenant = values.drop;
  if (!tenant || !isTenant(tenant)) throw new ConfigError('--drop T: name the tenant to erase');
  const backend = await openBackend(config, log);
  try {
    if (!(await backend.tenants()).includes(tenant)) {
      console.error(`There is no tenant ${tenant}.`);
      return 1;
    }
    if (!values.yes && !(await isConfirmed(tenant, signal))) {
      console.error('Nothing was erased.');
      return 1;
    }
    const { documents, tombstones, chunks, embeddings } = await backend.drop(tenant);
    console.log(`${tenant} is erased: ${documents} documents, ${tombstones} tombstones, ${chunks} passages, ${embeddings} vectors.`);
    console.log('Its objects are still in the bucket, and would be indexed again by the next backfill or reconcile.');
    return 0;
  } finally {
    await backend.close();
  }
});

async function isConfirmed(tenant: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return (
      (await Promise.race([terminal.question(`Everything of ${tenant} will be erased. Type its name: `, { signal }), closed])) === tenant
    );
  } finally {
    terminal.close();
  }
}
