import type { Metafile } from 'esbuild';
import { z } from 'zod';
import { EXTERNAL, type Target } from './targets.ts';

const project = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});

/** Starts a function that Google's buildpacks find: not used by `npm start`, for on SIGTERM it ends what is under way. */
const FRAMEWORK = '@google-cloud/functions-framework';

/**
 * The package.json of a bundle. Its dependencies, in the versions of the project's own `manifest`, are what could not be
 * bundled, and for a function the functions framework.
 */
export function packageFile(name: string, { kind }: Target, manifest: unknown, { outputs }: Metafile): object {
  const { version, license, engines, dependencies } = project.parse(manifest);
  // What else is outside are packages that others do without, such as bufferutil.
  const imported = new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => packageOf(path))));
  const packages = [...(kind === 'function' ? [FRAMEWORK] : []), ...EXTERNAL.filter((each) => imported.has(each))];
  return {
    name: `groundwire-${name}`,
    version,
    license,
    private: true,
    type: 'module',
    main: 'index.js',
    engines,
    // Stacks in the log name our own lines, for 13 ms of 468 at the start: npm run bench:cold-start.
    scripts: { start: 'node --enable-source-maps index.js' },
    dependencies: Object.fromEntries(packages.map((each) => [each, versionOf(each, dependencies)])),
  };
}

/** `@scope/package` of `@scope/package/file`. */
const packageOf = (path: string): string => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

function versionOf(name: string, dependencies: Readonly<Record<string, string>>): string {
  const version = dependencies[name];
  if (!version) throw new Error(`${name} is not bundled and is no dependency of the project: add it to package.json`);
  return version;
}
