import { parseArgs } from 'node:util';
import { progressBar } from '../../functions/progress.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { embeddedBackend, nativeBackend } from '../support/stores.ts';
import { compareWithFormula, MISSING, mean, shared } from './scifact.ts';

/** `npm run test:bm25 -- [--engine embedded|native] [--documents N] [--queries 200]`: what the lexical arm shares with BM25's first ten on SciFact. */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    documents: { type: 'string', default: '10000' },
    queries: { type: 'string', default: '200' },
  },
});
if (MISSING) throw new Error(MISSING);
const subject = await (values.engine === 'native' ? nativeBackend : embeddedBackend)(countingEmbedder());
const bar = progressBar('documents');
try {
  const size = { documents: Number(values.documents), queries: Number(values.queries), limit: 50 };
  const compared = await compareWithFormula(subject, { ...size, onProgress: bar.update });
  bar.stop();
  const common = mean(compared.map((each) => shared(each, 10)));
  console.log(`${common.toFixed(2)} of the first 10 in common over ${compared.length} queries on the ${values.engine} engine`);
  if (common < 9) process.exitCode = 1;
} finally {
  bar.stop();
  await subject.backend.close();
}
