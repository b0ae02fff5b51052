import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { bundle } from '../../functions/bundle/bundle.ts';
import { makeToken } from '../../functions/local/token.ts';
import { searchReply } from '../../functions/search/schemas.ts';
import { startFakeGemini } from '../fakes/gemini.ts';
import { type Environment, freePort, run } from '../support/bundles.ts';
import { openDatabase, seed } from '../support/deployed.ts';
import { askSearch, consumed, type Sample, summary } from './process.ts';

/**
 * `npm run bench:cold-start [-- --runs 15]`: the bundled `search`, from the start of its process to its first 200, with the
 * embedding model faked on this machine, and a database on it: the server of TEST_DATABASE_URL, or else a faked one. The
 * ways of starting it take turns, so that a busy minute is no way's alone. What it is to be held against takes turns with them:
 * a Node that does nothing, and one that loads a bundle of four packages and no more.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const SECRET = 'the secret of this benchmark, long enough';
const POLL_MS = 3;
const PASSAGE = 'The pump needs oil.';

const folder = mkdtempSync(join(tmpdir(), 'groundwire-cold-start-'));
const gemini = await startFakeGemini();
const database = await openDatabase();
const env: Environment = {
  EMBEDDER: 'gemini',
  GEMINI_API_KEY: 'fake',
  GOOGLE_GEMINI_BASE_URL: gemini.url,
  LOCAL_JWT_SECRET: SECRET,
  LOG_LEVEL: 'ERROR',
  ...database.env,
};
const token = await makeToken(SECRET, 'acme');

const search = join(folder, 'search');
await bundle('search', search);
symlinkSync(resolve('node_modules'), join(search, 'node_modules'));
const index = join(search, 'index.js');
const framework = resolve('node_modules/@google-cloud/functions-framework/build/src/main.js');
const packages = await bundlePackages();
const cache = { NODE_COMPILE_CACHE: join(folder, 'cache') };
const ways: Readonly<Record<string, () => Promise<Sample>>> = {
  'bare Node': () => load(''),
  'functions-framework, pg, zod and genai alone': () => load(`await import('${packages}')`),
  'node index.js': () => start([index]),
  'node --enable-source-maps index.js (npm start)': () => start(['--enable-source-maps', index]),
  'node index.js, NODE_COMPILE_CACHE filled': () => start([index], cache),
  'functions-framework --target=search': () => start([framework, '--target=search', `--source=${search}`]),
};

try {
  await seed(env, PASSAGE);
  await start([index], cache);
  const samples = new Map<string, Sample[]>(Object.keys(ways).map((name) => [name, []]));
  for (let i = 0; i < Number(values.runs); i++) {
    for (const [name, measure] of Object.entries(ways)) samples.get(name)?.push(await measure());
  }
  console.log(`${values.runs} starts each, ${database.name}; milliseconds to the first 200, of processor time, megabytes after it`);
  for (const [name, taken] of samples) console.log(`${name.padEnd(46)} ${summary(taken)}`);
} finally {
  await database.close();
  await gemini.close();
  rmSync(folder, { recursive: true, force: true });
}

async function bundlePackages(): Promise<string> {
  const outfile = join(folder, 'packages.mjs');
  const contents = `import { http } from '@google-cloud/functions-framework'; import pg from 'pg'; import { z } from 'zod';
    import { GoogleGenAI } from '@google/genai'; globalThis.used = [http, pg, z, GoogleGenAI];`;
  const banner = { js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);` };
  await build({ stdin: { contents, resolveDir: '.' }, bundle: true, minify: true, platform: 'node', format: 'esm', banner, outfile });
  return pathToFileURL(outfile).href;
}

/** Starts it, asks until it answers, and kills it. */
async function start(args: readonly string[], more: Environment = {}): Promise<Sample> {
  const PORT = await freePort();
  const begun = performance.now();
  const { child, output, ended } = run(args, { ...env, ...more, PORT });
  const ask = () => askSearch(PORT, token, 'which pump needs oil');
  let reply = await ask();
  for (; reply.status !== 200; reply = await ask()) {
    if (child.exitCode !== null || (reply.status !== undefined && reply.status !== 503)) throw new Error(`${reply.body} ${output()}`);
    await sleep(POLL_MS);
  }
  const ms = performance.now() - begun;
  const { passages, degraded } = searchReply.parse(JSON.parse(reply.body));
  if (passages[0]?.text !== PASSAGE || degraded) throw new Error(`not what it should have found: ${reply.body}`);
  const sample = { ms, ...consumed(child.pid) };
  // A process fills its compile cache when it ends by itself.
  child.kill('NODE_COMPILE_CACHE' in more ? 'SIGTERM' : 'SIGKILL');
  await ended;
  return sample;
}

/** A Node that loads something and says so. */
async function load(statement: string): Promise<Sample> {
  const begun = performance.now();
  const { child, ended } = run(['--input-type=module', '--eval', `${statement}; console.log(); setTimeout(() => {}, 10_000)`], {});
  await new Promise((said) => child.stdout?.once('data', said));
  const sample = { ms: performance.now() - begun, ...consumed(child.pid) };
  child.kill('SIGKILL');
  await ended;
  return sample;
}
