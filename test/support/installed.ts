import { constants, cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});
const needed = { dependencies: names, optionalDependencies: names, peerDependencies: names };
const lockFile = z.object({ packages: z.record(z.string(), z.object(needed)) });
const manifest = z.object({ dependencies: names });

/**
 * Gives a bundle what `npm install --omit=dev` would, from this project's own packages: those that its package.json names, and those
 * that they name in turn. Returns where they lie.
 */
export function install(folder: string): readonly string[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const { dependencies } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const found = new Set<string>();
  const add = (name: string, from: string): void => {
    const place = placeOf(name, from, packages);
    const own = place && packages[place];
    if (!own || found.has(place)) return;
    found.add(place);
    for (const other of Object.keys({ ...own.dependencies, ...own.optionalDependencies, ...own.peerDependencies })) add(other, place);
  };
  for (const name of Object.keys(dependencies)) add(name, '');
  for (const place of found) {
    // What lies within is a package of its own.
    const filter = (source: string) => basename(source) !== 'node_modules';
    cpSync(place, join(folder, place), { recursive: true, filter, mode: constants.COPYFILE_FICLONE });
  }
  return [...found];
}

/** Where Node finds a package that is asked for at `from`: in the nearest node_modules, going up. */
function placeOf(name: string, from: string, packages: Readonly<Record<string, unknown>>): string | undefined {
  const place = join(from, 'node_modules', name);
  if (place in packages) return place;
  return from === '' ? undefined : placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), packages);
}
