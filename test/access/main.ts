import { parseArgs } from 'node:util';
import { withProgress } from '../../functions/progress.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { documentOf } from '../support/documents.ts';
import { startServices } from '../support/managed.ts';
import { embeddedBackend, nativeBackend } from '../support/stores.ts';
import { checkManagedAccess } from './managed.ts';
import { checkAccess } from './property.ts';
import { isEngine, PATHS } from './report.ts';
import { checkUnicode } from './unicode.ts';

/**
 * `npm run test:access -- [--cases 5000] [--seed N] [--engine embedded|native|managed]`: the property of property.ts, more often, on
 * both engines where TEST_DATABASE_URL is set and none is named; or that of managed.ts, on RAG Engine's fake.
 */
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '5000' }, seed: { type: 'string' }, engine: { type: 'string' } },
});
const seed = values.seed === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(values.seed);
const total = Number(values.cases);
const engines = values.engine ? [values.engine] : ['embedded', ...(process.env.TEST_DATABASE_URL ? ['native'] : [])];
for (const engine of engines) {
  if (engine === 'managed') {
    await searchManaged();
    continue;
  }
  if (!isEngine(engine)) throw new Error(`--engine is embedded, native or managed, not ${engine}`);
  const { backend, driver } = await (engine === 'native' ? nativeBackend : embeddedBackend)(countingEmbedder());
  try {
    const trodden = await counted(`the ${engine} engine`, (onCase) => checkAccess({ driver, cases: total, seed, onCase }));
    const missing = PATHS[engine].filter((path) => !trodden.has(path));
    await backend.put(
      documentOf('# Pump E-4021\n\nThe pump leaks. Die Pumpe leckt. 部署\n', { tenant: 'asked' }),
      new AbortController().signal,
    );
    await checkUnicode({ backend, tenant: 'asked', runs: total, seed });
    console.log(`  ${total} questions of any characters answered`);
    if (missing.length > 0) throw new Error(`never went ${missing.join(', ')}`);
  } finally {
    await backend.close();
  }
}

async function searchManaged(): Promise<void> {
  const services = await startServices();
  try {
    await counted("RAG Engine's fake", (onCase) => checkManagedAccess({ services, cases: total, seed, onCase }));
  } finally {
    await services.close();
  }
}

/** Runs a property under a progress bar, and prints how often a search went which way. Returns that. */
async function counted<T extends ReadonlyMap<string, number>>(where: string, check: (onCase: () => void) => Promise<T>): Promise<T> {
  const start = performance.now();
  let done = 0;
  const trodden = await withProgress('cases', (update) => check(() => update({ done: ++done, total })));
  console.log(`${done} cases on ${where} in ${Math.round((performance.now() - start) / 1_000)} s, seed ${seed}: no leak, no gap`);
  for (const [path, times] of [...trodden].sort()) console.log(`  ${path}: ${times}`);
  return trodden;
}
