import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import manifest from '../../package.json' with { type: 'json' };

const FOLDER = join(tmpdir(), 'groundwire-database-image');
const PATH = join(FOLDER, `${manifest.dependencies['@electric-sql/pglite']}.tar`);

/**
 * The data directory of a new embedded database. Making one takes the engine three seconds of a processor, reading it a quarter of that:
 * the first test on a machine that needs one keeps it for all others, as long as the engine's version is the same.
 */
export async function databaseImage(): Promise<Blob> {
  const kept = await readFile(PATH).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return kept ? new Blob([kept]) : make();
}

async function make(): Promise<Blob> {
  const db = await PGlite.create();
  const image = await db.dumpDataDir('none');
  await db.close();
  await mkdir(FOLDER, { recursive: true });
  // Others may be doing the same: whoever reads gets a whole one.
  const own = `${PATH}.${process.pid}`;
  await writeFile(own, image.stream());
  await rename(own, PATH);
  return image;
}
