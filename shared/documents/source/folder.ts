import { type BigIntStats, createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { NotFound, Unavailable } from '../../errors.ts';
import { isTenant } from '../../tenant.ts';
import type { SourceDocument } from '../document.ts';
import { type Bucket, documentOf, type ObjectFacts } from './bucket.ts';

const SIDECAR = '.metadata.json';
const sidecar = z.record(z.string(), z.string());

/**
 * A folder as a bucket, for local runs. A file's generation is its time of change in microseconds; its metadata stands
 * beside it in FILE.metadata.json. Names that start with a dot are left out.
 */
export function createFolderBucket(root: string): Bucket {
  const fileOf = (name: string): string => join(root, ...name.split('/'));
  const toDocument = (facts: ObjectFacts): SourceDocument | undefined =>
    documentOf(facts, `file://${fileOf(facts.name)}`, async (signal, maxBytes) => {
      try {
        return await buffer(createReadStream(fileOf(facts.name), { end: maxBytes, signal }));
      } catch (error) {
        throw isMissing(error) ? new NotFound(`There is no file ${facts.name}.`) : error;
      }
    });

  return {
    name: 'local',
    async *tenants() {
      const entries = await readdir(root, { withFileTypes: true }).catch(unreadable);
      yield* entries
        .filter((entry) => entry.isDirectory() && isTenant(entry.name))
        .map(({ name }) => name)
        .sort();
    },
    async *list(tenant) {
      const entries = await readdir(fileOf(tenant), { withFileTypes: true, recursive: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        return unreadable(error);
      });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const names = files.map((file) => relative(root, file).split(sep).join('/')).filter((name) => !isHidden(name));
      const all = new Set(names);
      for (const name of names.sort()) {
        if (name.endsWith(SIDECAR) && all.has(name.slice(0, -SIDECAR.length))) continue;
        // One that is gone since its folder was read is not there.
        const facts = await factsOf(name, fileOf(name)).catch((error: unknown) => (isMissing(error) ? undefined : unreadable(error)));
        const document = facts && toDocument(facts);
        if (document) yield document;
      }
    },
    async document(facts) {
      if (isOutside(facts.name)) return undefined;
      if (facts.metadata) return toDocument(facts);
      return toDocument({ ...facts, metadata: (await sidecarOf(fileOf(facts.name))).metadata });
    },
    async find(tenant, documentId) {
      const name = `${tenant}/${documentId}`;
      if (isOutside(name) || isHidden(name)) return undefined;
      try {
        const isFile = async (file: string) => (await stat(file)).isFile();
        const describes = name.endsWith(SIDECAR) && (await isFile(fileOf(name.slice(0, -SIDECAR.length))).catch(() => false));
        if (describes || !(await isFile(fileOf(name)))) return undefined;
        return toDocument(await factsOf(name, fileOf(name)));
      } catch (error) {
        if (isMissing(error)) return undefined;
        return unreadable(error);
      }
    },
  };
}

async function factsOf(name: string, file: string): Promise<ObjectFacts> {
  const stats = await stat(file, { bigint: true });
  const { metadata, stats: beside } = await sidecarOf(file);
  return {
    name,
    generation: microseconds(stats),
    metageneration: beside ? microseconds(beside) : 1n,
    size: Number(stats.size),
    updated: stats.mtime,
    metadata,
  };
}

/** The metadata beside a file. What can't be read as such closes the document to everybody, for it may say who reads it. */
async function sidecarOf(file: string): Promise<{ readonly metadata: Readonly<Record<string, string>>; readonly stats?: BigIntStats }> {
  try {
    const stats = await stat(`${file}${SIDECAR}`, { bigint: true });
    const parsed = sidecar.safeParse(parseJson(await readFile(`${file}${SIDECAR}`, 'utf8')));
    return { metadata: parsed.success ? parsed.data : { acl: '' }, stats };
  } catch (error) {
    if (isMissing(error)) return { metadata: {} };
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(error: unknown): never {
  throw new Unavailable('The folder that stands for the bucket (GROUNDWIRE_BUCKET) can not be read.', { cause: error });
}

const microseconds = ({ mtimeNs }: BigIntStats): bigint => mtimeNs / 1_000n;

const isOutside = (name: string): boolean => name.split('/').some((segment) => segment === '..' || segment === '.' || segment === '');

const isHidden = (name: string): boolean => name.split('/').some((segment) => segment.startsWith('.'));

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
