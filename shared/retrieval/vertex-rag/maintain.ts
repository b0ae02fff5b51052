import { Unavailable, unlessGone } from '../../errors.ts';
import { type Log, logFailure } from '../../log.ts';
import type { Catalogue } from './catalogue.ts';
import type { RagClient } from './client.ts';
import type { Corpora } from './corpora.ts';
import type { IndexBucket } from './index-bucket.ts';
import { idOf } from './names.ts';
import type { DocumentRecord } from './record.ts';
import type { Sweep } from './sweep.ts';

export interface MaintainDependencies {
  readonly catalogue: Catalogue;
  readonly client: Pick<RagClient, 'files' | 'deleteFile'>;
  readonly corpora: Pick<Corpora, 'using'>;
  readonly bucket: IndexBucket;
  readonly sweep: Sweep;
  readonly tombstoneDays: number;
  readonly log: Log;
  /** Before a file or a text that no record knows counts as left over by an attempt that died: longer than any attempt. */
  readonly orphanAgeMs?: number;
}

const DAY_MS = 86_400_000;
const ORPHAN_AGE_MS = 3_600_000;

/** Deletes what the service has and no record knows of, what could not be deleted at its time, and tombstones that are old enough. */
export async function maintain(dependencies: MaintainDependencies, signal: AbortSignal, tenant?: string): Promise<readonly string[]> {
  const { catalogue, bucket, sweep, tombstoneDays, orphanAgeMs = ORPHAN_AGE_MS } = dependencies;
  const before = Date.now() - orphanAgeMs;
  const isOver = ({ state, indexedAt, garbage }: DocumentRecord) =>
    state === 'deleted' && garbage.length === 0 && Date.now() - indexedAt.getTime() >= tombstoneDays * DAY_MS;
  const said: string[] = [];
  for (const each of tenant === undefined ? await catalogue.tenants(signal) : [tenant]) {
    const records = await catalogue.list(each, signal);
    for (const { documentId, garbage } of records) if (garbage.length > 0) await sweep(each, documentId, [], signal);
    const known = new Set(records.flatMap(({ parts }) => parts.map(({ uri }) => uri)));
    const current = new Set(records.flatMap(({ parts }) => parts.map(({ file }) => idOf(file))));
    const orphans = await filesUnlike(current, each, before, dependencies, signal);
    const deleted = await deleteAll(orphans, each, dependencies, signal);
    for (const folder of ['texts', 'imports']) {
      for await (const { name, updated } of bucket.list(`${each}/${folder}/`, signal)) {
        if (!known.has(`gs://${bucket.name}/${name}`) && updated.getTime() < before) await bucket.remove(name, signal);
      }
    }
    let buried = 0;
    for (const record of records.filter(isOver)) if (await catalogue.remove(each, record.documentId, isOver, signal)) buried++;
    if (deleted > 0) said.push(`${each}: ${deleted} files that nothing refers to were deleted`);
    if (buried > 0) said.push(`${each}: ${buried} tombstones older than ${tombstoneDays} days were removed`);
  }
  return said;
}

/** As many as can be deleted now, and how many that is: one tenant's do not hold up the next one's. */
async function deleteAll(
  files: readonly string[],
  tenant: string,
  { client, log }: Pick<MaintainDependencies, 'client' | 'log'>,
  signal: AbortSignal,
): Promise<number> {
  for (const [i, file] of files.entries()) {
    try {
      await client.deleteFile(file, signal);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      logFailure(log, 'files that nothing refers to could not be deleted now; the next maintenance will', error, { tenant });
      return i;
    }
  }
  return files.length;
}

/** By their ids: of one object there may be several files, of an import that was not heard of. */
async function filesUnlike(
  current: ReadonlySet<string>,
  tenant: string,
  before: number,
  { client, corpora }: Pick<MaintainDependencies, 'client' | 'corpora'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const unknown = async (corpus: string) => {
    const found: string[] = [];
    for await (const { name, createdAt } of client.files(corpus, signal)) {
      if (!current.has(idOf(name)) && createdAt.getTime() < before) found.push(name);
    }
    return found;
  };
  // No corpus, no files: reconcile makes it anew.
  return (await unlessGone(corpora.using(tenant, unknown, signal))) ?? [];
}
