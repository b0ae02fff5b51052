import { command } from '../../functions/command.ts';
import { readGoldenCorpus } from '../questions/golden-corpus.ts';
import { problemLine, TENANT } from '../questions/golden-set.ts';
import { lintSets, readSetTexts } from './sets.ts';

/** `npm run golden:lint`: prints what is wrong with the golden sets, a line each, and ends 1 when there is anything. */
await command(async ({ signal }) => {
  const texts = readSetTexts('golden/sets');
  const problems = lintSets(texts, await readGoldenCorpus('golden/corpus', TENANT, signal));
  for (const problem of problems) console.error(problemLine(problem));
  const sets = Object.keys(texts).length;
  console.log(problems.length === 0 ? `${sets} golden sets are in order.` : `${problems.length} to put right in ${sets} golden sets.`);
  return problems.length === 0 ? 0 : 1;
});
