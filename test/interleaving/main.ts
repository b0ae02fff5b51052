import { parseArgs } from 'node:util';
import { progressBar } from '../../functions/progress.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { embeddedBackend, nativeBackend } from '../support/stores.ts';
import { checkInterleavings } from './property.ts';

/**
 * `npm run test:interleaving -- [--runs 10000] [--seed N] [--engine embedded|native]`: the property of property.ts, more
 * often. On the embedded engine the same seed gives the same interleavings; a server's locks are its own.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string' }, engine: { type: 'string', default: 'embedded' } },
});
const native = values.engine === 'native';
const seed = values.seed === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(values.seed);
const total = Number(values.runs);
const subject = await (native ? nativeBackend : embeddedBackend)(countingEmbedder());
const bar = progressBar('runs');
let done = 0;
try {
  await checkInterleavings({ ...subject, oneAtATime: !native, runs: total, seed, onRun: () => bar.update({ done: ++done, total }) });
  bar.stop();
  console.log(`${total} interleavings on the ${values.engine} engine, seed ${seed}: no wrong final state`);
} finally {
  bar.stop();
  await subject.backend.close();
}
