import { existsSync } from 'node:fs';
import { createFolderBucket } from '../../shared/documents/source/folder.ts';
import { type Outcome, ok, skipped } from '../../shared/preflight/check.ts';

/** Whether the folder that stands for a bucket can be read. */
export async function checkFolder(path: string, signal: AbortSignal): Promise<Outcome> {
  if (!existsSync(path)) return skipped(`there is no folder ${path} yet (GROUNDWIRE_BUCKET)`);
  const tenants = await Array.fromAsync(createFolderBucket(path).tenants(signal));
  return ok(`${path}: ${tenants.length} tenants`);
}
