import { mutationsOf } from './mutation.ts';

/** What becomes of the metrics: how answers are counted, misses explained, and changes let through. */
export const SCORING = [
  ...mutationsOf(
    'golden/asked.ts',
    [
      ['what helps answers', 'grade >= least', 'grade >= least - 2'],
      ['every place of a part counts', 'group === undefined || seen.has(group)', 'group === undefined'],
      ['the parts are passed over', 'if (!parts) return', 'return'],
    ],
    'test/golden/measures.test.ts',
  ),
  ...mutationsOf('golden/measures.ts', [
    ['nDCG by what answers alone', 'metric: ndcgLinear, k, graded: true', 'metric: ndcgLinear, k, graded: false'],
    ['passages always', 'passages > 0 ? 1 : 0', '1'],
    ['leaks are none', '({ leaks }) => leaks', '() => 0'],
  ]),
  ...mutationsOf('golden/diagnosis.ts', [
    ['the whole list', 'list.slice(0, k).includes(missing)', 'list.includes(missing)'],
    ['the last stage', 'stages.find(', 'stages.findLast('],
    ['places from 0', 'rank: place + 1', 'rank: place'],
    ['the arms one by one', 'stage === ARMS || ', ''],
  ]),
  ...mutationsOf('golden/gate/verdicts.ts', [
    ['no tolerance', '> baseline.tolerance', '> 0'],
    ['every metric good upwards', 'LESS_IS_BETTER.has(metric) ? is > was : is < was', 'is < was'],
    ['no correction', 'const p = adjusted[i] ?? 1', 'const p = losses[i]?.p ?? 1'],
    ['significance passed over', 'loss.row === row && p <= ALPHA', 'false'],
    ['a score may go', 'if (is === undefined) failures', 'if (is === undefined) drifts'],
    ['other documents', 'scored.data !== baseline.data', 'false'],
    ['other questions', 'queriesOf(before, metric) !== queriesOf(after, metric)', 'false'],
  ]),
];
