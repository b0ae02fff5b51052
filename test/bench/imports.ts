import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { percentile } from '../../shared/percentile.ts';

/**
 * `npm run bench:imports [-- --from FOLDER --runs 7]`: what it costs to load a package in a process of its own, as it is
 * installed and as esbuild bundles it; milliseconds and megabytes, medians, above a Node that loads nothing. FOLDER is where
 * packages are installed, for such as this project does not have; those that are not there are left out.
 */
const { values } = parseArgs({ options: { from: { type: 'string', default: '.' }, runs: { type: 'string', default: '7' } } });

interface Import {
  readonly clause: string;
  readonly from: string;
  /** What a program does with it; what it does not use a bundler may leave out. */
  readonly use: string;
  /** A file of it that is left out. */
  readonly without?: RegExp;
}

const named = (from: string, name: string): Import => ({ clause: `{ ${name} }`, from, use: name });
const schema = 'z.object({ text: z.string().min(1) })';

const IMPORTS: Readonly<Record<string, Import>> = {
  pg: { clause: 'pg', from: 'pg', use: 'pg.Pool' },
  pgvector: { clause: 'pgvector', from: 'pgvector/pg', use: 'pgvector.toSql' },
  jose: { clause: '{ jwtVerify, createRemoteJWKSet }', from: 'jose', use: 'jwtVerify, createRemoteJWKSet' },
  'zod, imported as { z }': { clause: '{ z }', from: 'zod', use: schema },
  'zod, imported as * as z': { clause: '* as z', from: 'zod', use: schema },
  'rate-limiter-flexible': named('rate-limiter-flexible', 'RateLimiterMemory'),
  'functions-framework': named('@google-cloud/functions-framework', 'http'),
  'functions-framework, with express': named('@google-cloud/functions-framework/testing', 'getTestServer'),
  '@google/genai': named('@google/genai', 'GoogleGenAI'),
  '@google-cloud/storage': named('@google-cloud/storage', 'Storage'),
  '@google-cloud/cloud-sql-connector': named('@google-cloud/cloud-sql-connector', 'Connector'),
  '… as a bundle has it, no SQL_DATA': { ...named('@google-cloud/cloud-sql-connector', 'Connector'), without: /sql-data-client\.js$/ },
  '@google-cloud/discoveryengine': named('@google-cloud/discoveryengine', 'RankServiceClient'),
  '@google-cloud/aiplatform': named('@google-cloud/aiplatform', 'v1beta1'),
  '@google-cloud/aiplatform, one client': {
    clause: 'client',
    from: '@google-cloud/aiplatform/build/src/v1beta1/vertex_rag_service_client.js',
    use: 'client',
  },
};

/** What CommonJS packages expect to be there. */
const COMMON_JS = `import { createRequire as requireOf } from 'node:module';
  const require = requireOf(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;`;

const emptied = (filter: RegExp): Plugin => ({
  name: 'emptied',
  setup: ({ onLoad }) => onLoad({ filter }, () => ({ contents: 'export class SqlDataClient {}' })),
});

interface Cost {
  readonly ms: number;
  readonly rssMb: number;
}

const from = resolve(values.from);
const folder = mkdtempSync(join(tmpdir(), 'groundwire-imports-'));
try {
  const nothing = median(folder, '');
  console.log(`${''.padEnd(38)}    installed        bundled`);
  for (const [name, each] of Object.entries(IMPORTS)) {
    if (!existsSync(join(from, 'node_modules', each.from.split('/', each.from.startsWith('@') ? 2 : 1).join('/')))) continue;
    const installed = median(from, each.from);
    const bundled = median(folder, pathToFileURL(await bundleOf(name, each)).href);
    console.log(`${name.padEnd(38)} ${above(installed, nothing)}   ${above(bundled, nothing)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function bundleOf(name: string, { clause, from: specifier, use, without }: Import): Promise<string> {
  const outfile = join(folder, `${name.replaceAll(/\W+/g, '-')}.mjs`);
  await build({
    stdin: { contents: `import ${clause} from '${specifier}'; globalThis.used = [${use}];`, resolveDir: from },
    bundle: true,
    platform: 'node',
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    banner: { js: COMMON_JS },
    outfile,
    logLevel: 'error',
    plugins: without ? [emptied(without)] : [],
  });
  return outfile;
}

/** Of fresh processes in a folder that load a package or a file, or nothing. */
function median(cwd: string, specifier: string): Cost {
  const code = `const begun = performance.now(); ${specifier === '' ? '' : `await import('${specifier}');`} const ms = performance.now() - begun;
    console.log(JSON.stringify({ ms, rssMb: process.memoryUsage.rss() / 2 ** 20 })); process.exit();`;
  const costs: Cost[] = [];
  for (let i = 0; i < Number(values.runs); i++) {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { cwd, encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    costs.push(JSON.parse(stdout));
  }
  return {
    ms: percentile(
      costs.map(({ ms }) => ms),
      0.5,
    ),
    rssMb: percentile(
      costs.map(({ rssMb }) => rssMb),
      0.5,
    ),
  };
}

function above(cost: Cost, nothing: Cost): string {
  const [ms, megabytes] = [cost.ms - nothing.ms, cost.rssMb - nothing.rssMb];
  return `${ms.toFixed(0).padStart(4)} ms ${megabytes.toFixed(0).padStart(3)} MB`;
}
