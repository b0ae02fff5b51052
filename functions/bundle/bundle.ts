import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { ConfigError, parseConfig } from '../../shared/config.ts';
import { type Choice, isFor } from './backends.ts';
import { packageFile } from './package-file.ts';
import { replaced } from './replaced.ts';
import { EXTERNAL, TARGETS, type Target } from './targets.ts';
import { unmapped } from './unmapped.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What CommonJS packages expect to be there. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

/**
 * Bundles `functions/NAME` for a backend into `folder`, which is emptied first: `index.js` with what it loads, source maps, and
 * `package.json`. Returns what esbuild says of the files. ES modules, cut where the code imports lazily, so that what isn't used
 * isn't read. Throws ConfigError for a name that can't be bundled.
 */
export async function bundle(name: string, folder: string, choice: Choice = parseConfig({}).backend): Promise<Metafile> {
  const target = TARGETS[name];
  if (!target) throw new ConfigError(`there is no ${name} to bundle: it takes a line in functions/bundle/targets.ts`);
  if (!isFor(target, choice)) throw new ConfigError(`${name} has nothing to do for ${choice}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { index: `entry:${name}`, ...(target.reads ? { 'parse-worker': 'shared/documents/parse/worker.ts' } : {}) },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...EXTERNAL],
    banner: { js: REQUIRE },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'external',
    metafile: true,
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [entry(name, target), replaced(ROOT, target, choice), unmapped],
  });
  fromProject(folder);
  copyFiles(target, folder);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile(name, target, manifest, metafile), null, 2)}\n`);
  return metafile;
}

/** What the process runs first. It loads the rest itself, so that a bad setting is caught. */
const entry = (name: string, { kind }: Target): Plugin => ({
  name: 'entry',
  setup({ onLoad, onResolve }) {
    const main = JSON.stringify(`${ROOT}/functions/${name}/main.ts`);
    const start = JSON.stringify(`${import.meta.dirname}/inside/start.ts`);
    const contents =
      kind === 'job'
        ? `await import(${main});`
        : `const { startFunction } = await import(${start});
           await startFunction(${JSON.stringify(name)}, import.meta.main, () => import(${main}));`;
    onResolve({ filter: /^entry:/ }, ({ path }) => ({ path, namespace: 'entry' }));
    onLoad({ filter: /./, namespace: 'entry' }, () => ({ contents, resolveDir: ROOT }));
  },
});

/** Has source maps name files as they lie in the project, wherever that and the bundle are. */
function fromProject(folder: string): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.map'))) {
    const map: { sources: string[] } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const sources = map.sources.map((source) => relative(ROOT, resolve(folder, source)));
    writeFileSync(join(folder, file), JSON.stringify({ ...map, sources }));
  }
}

/** What the code reads at run time: see inside/beside.ts. */
function copyFiles({ reads, migrates }: Target, folder: string): void {
  if (reads) {
    const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    cpSync(join(pdfjs, 'cmaps'), join(folder, 'cmaps'), { recursive: true });
  }
  if (migrates) cpSync(join(ROOT, 'shared/retrieval/pgvector/migrations'), join(folder, 'migrations'), { recursive: true });
}
