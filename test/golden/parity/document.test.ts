import { describe, expect, it } from 'vitest';
import { readPrices } from '../../../golden/parity/costs.ts';
import { parityDocument } from '../../../golden/parity/document.ts';
import { findingsOf } from '../../../golden/report/findings.ts';
import { asked, atFirst, atSecond, questions, runOf, setRun, variantRun, wentAs } from '../../support/runs.ts';

const ten = questions(10);
const run = runOf(
  setRun(
    'golden/ten',
    ten.map((id) => asked(id)),
    variantRun('hybrid', ten.map(atFirst)),
    variantRun('managed', ten.map(atSecond)),
  ),
  setRun(
    'golden/restricted',
    [asked('q0', { denied: [[]] })],
    variantRun('hybrid', [atFirst('q0')]),
    variantRun('managed', [wentAs('q0', ['q0'], { leaks: 1, ms: 70 })]),
  ),
);
const write = (isFaked: boolean) => parityDocument(findingsOf(run), { prices: readPrices(), isFaked });

describe('the parity document', () => {
  it('says what each side found, how they differ and whether that is shown', () => {
    const half = 1 / Math.log2(3);
    const row = write(false)
      .split('\n')
      .find((line) => line.startsWith('| golden/ten'));
    expect(row).toContain(`| 10 | nDCG@3 | 1.0000 | ${half.toFixed(4)} | −${(1 - half).toFixed(4)}`);
    expect(row).toMatch(/\| worse, p = 0\.00\d \|$/);
  });

  it('says who saw what, how long it took and what it costs', () => {
    const text = write(false);
    expect(text).toContain('own Postgres 0, RAG Engine 1. Both must be 0.');
    expect(text).toContain('| golden/restricted | 10, 10 | 70, 70 |');
    expect(text).toMatch(/\| medium \| 300,000 \| 1,000,000 \| 20,000 \| [\d,]+ \| [\d,]+ \| 1,000 \|/);
  });

  it('says first that a fake was measured, where one was', () => {
    expect(write(true).split('\n\n')[1]).toMatch(/^> \*\*Against a fake/);
    expect(write(false)).not.toMatch(/fake/i);
  });
});
