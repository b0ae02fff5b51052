import { MUTATIONS } from './mutations.ts';
import { type Outcome, runMutations } from './run.ts';

/**
 * `npm run test:mutations`: alters each metric and statistic in each way of the table, on a copy, and fails when the test of
 * one stays green. Prints a line a mutation, as they end.
 */
const counts: Record<Outcome, number> = { caught: 0, survived: 0, broken: 0 };
const start = performance.now();
await runMutations(MUTATIONS, ({ file, name, test }, outcome) => {
  counts[outcome]++;
  console.log(`${outcome.padEnd(8)}  ${file}: ${name}${outcome === 'caught' ? '' : `  (${test})`}`);
});
const ended = counts.caught + counts.survived + counts.broken;
console.log(`${counts.caught} of ${MUTATIONS.length} mutations caught in ${Math.round((performance.now() - start) / 1_000)} s`);
if (ended < MUTATIONS.length) console.log(`${MUTATIONS.length - ended} did not run`);
// vitest has set it to 1 for the tests that failed, as they should.
process.exitCode = counts.caught === MUTATIONS.length ? 0 : 1;
