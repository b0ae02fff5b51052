import type { RunFile } from '../../../golden/archive.ts';
import { asked, atFirst, atSecond, questions, runOf, setRun, variantRun, wentAs } from '../../support/runs.ts';

const ids = questions(12);
const hostile = '</code><script>window.pwned = true</script> & "who"?';
const long = 'a-folder-with-a-long-name/'.repeat(6);

/** A run that has all that a report can show, and texts that want to be more than texts. */
export const SAMPLE: RunFile = runOf(
  setRun(
    'golden/entity',
    ids.map((id, i) => asked(id, i === 0 ? { text: hostile } : {})),
    variantRun('lexical', ids.map(atSecond)),
    variantRun('hybrid', ids.map(atFirst), ids.map(atFirst)),
    variantRun(
      'dense <b>',
      ids.map((id) => wentAs(id, [`${long}${id}`], { ms: 35 })),
    ),
  ),
  setRun(
    'golden/restricted',
    [asked('q0', { denied: [['sales']] })],
    variantRun('lexical', [wentAs('q0', ['q0'], { leaks: 2 })]),
    variantRun('hybrid', [atFirst('q0')]),
  ),
  setRun(
    'golden/unanswerable',
    [asked('q0', { judged: [], text: hostile })],
    variantRun('lexical', [atFirst('q0')]),
    variantRun('hybrid', [wentAs('q0', [])]),
  ),
);
