import { parseArgs } from 'node:util';
import { progressBar } from '../../functions/progress.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { documentOf } from '../support/documents.ts';
import { embeddedBackend, nativeBackend } from '../support/stores.ts';
import { checkAccess } from './property.ts';
import { isEngine, PATHS } from './report.ts';
import { checkUnicode } from './unicode.ts';

/**
 * `npm run test:access -- [--cases 5000] [--seed N] [--engine embedded|native]`: the property of property.ts, more often, on
 * both engines where TEST_DATABASE_URL is set and none is named.
 */
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '5000' }, seed: { type: 'string' }, engine: { type: 'string' } },
});
const seed = values.seed === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(values.seed);
const total = Number(values.cases);
const engines = values.engine ? [values.engine] : ['embedded', ...(process.env.TEST_DATABASE_URL ? ['native'] : [])];
for (const engine of engines) {
  if (!isEngine(engine)) throw new Error(`--engine is embedded or native, not ${engine}`);
  const { backend, driver } = await (engine === 'native' ? nativeBackend : embeddedBackend)(countingEmbedder());
  const bar = progressBar('cases');
  const start = performance.now();
  let done = 0;
  try {
    const trodden = await checkAccess({ driver, cases: total, seed, onCase: () => bar.update({ done: ++done, total }) });
    bar.stop();
    console.log(
      `${done} cases on the ${engine} engine in ${Math.round((performance.now() - start) / 1_000)} s, seed ${seed}: no leak, no gap`,
    );
    for (const [path, times] of [...trodden].sort()) console.log(`  ${path}: ${times}`);
    const missing = PATHS[engine].filter((path) => !trodden.has(path));
    await backend.put(
      documentOf('# Pump E-4021\n\nThe pump leaks. Die Pumpe leckt. 部署\n', { tenant: 'asked' }),
      new AbortController().signal,
    );
    await checkUnicode({ backend, tenant: 'asked', runs: total, seed });
    console.log(`  ${total} questions of any characters answered`);
    if (missing.length > 0) throw new Error(`never went ${missing.join(', ')}`);
  } finally {
    bar.stop();
    await backend.close();
  }
}
