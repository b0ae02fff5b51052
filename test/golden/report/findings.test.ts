import { describe, expect, it } from 'vitest';
import { differencesOf } from '../../../golden/report/differences.ts';
import { findingsOf } from '../../../golden/report/findings.ts';
import { asked, atFirst, atSecond, questions, runOf, setRun, variantRun, wentAs } from '../../support/runs.ts';

const ten = questions(10);
const better = setRun(
  'better',
  ten.map((id) => asked(id)),
  variantRun('lexical', ten.map(atSecond)),
  variantRun('hybrid', ten.map(atFirst)),
);
const nothing = (ids: readonly string[]) => ids.map((id) => asked(id, { judged: [] }));
const silent = (id: string) => wentAs(id, []);

describe('the findings of a run', () => {
  it('compare each variant with the first, query by query', () => {
    const [set] = findingsOf(runOf(better)).sets;
    expect(set?.metric).toBe('ndcg@3');
    expect(set?.variants[0]).not.toHaveProperty('comparison');
    expect(set?.variants[1]?.comparison?.difference).toBeCloseTo(1 - 1 / Math.log2(3), 12);
    // Of the 2^10 assignments of signs two are as far.
    expect(set?.variants[1]?.comparison?.adjustedP).toBeCloseTo(2 / 2 ** 10, 12);
    expect(set?.variants[1]?.shown).toBe('better');
  });

  it('correct p for every comparison of the report, not of the set alone', () => {
    const { comparisons, sets } = findingsOf(runOf(better, { ...better, name: 'again' }, { ...better, name: 'and again' }));
    expect(comparisons).toBe(3);
    for (const { variants } of sets) expect(variants[1]?.comparison?.adjustedP).toBeCloseTo((2 / 2 ** 10) * 3, 12);
  });

  it('don’t show what the correction takes away', () => {
    // One difference alone is as far with either sign.
    const one = setRun('one', [asked('q0')], variantRun('lexical', [atSecond('q0')]), variantRun('hybrid', [atFirst('q0')]));
    const variant = findingsOf(runOf(one)).sets[0]?.variants[1];
    expect(variant).not.toHaveProperty('shown');
    expect(variant?.comparison?.verdict).toBe('no difference shown (p = 1.00)');
  });

  it('compare a set that nothing answers by the share answered, of which less is better', () => {
    const set = setRun('none', nothing(ten), variantRun('lexical', ten.map(atFirst)), variantRun('floor', ten.map(silent)));
    const [found] = findingsOf(runOf(set)).sets;
    expect(found?.metric).toBe('answered');
    expect(found?.variants.map(({ curve, diagnosis }) => [curve, diagnosis.recall])).toEqual([
      [[], []],
      [[], []],
    ]);
    expect(found?.variants[1]?.comparison?.difference).toBe(0 - 1);
    expect(found?.variants[1]?.shown).toBe('better');
  });

  it('are of the first run of a variant, and tell how the others differ', () => {
    const twice = setRun(
      'twice',
      [asked('q0'), asked('q1')],
      variantRun('hybrid', [atFirst('q0'), atFirst('q1')], [atFirst('q0'), atSecond('q1')]),
    );
    const variant = findingsOf(runOf(twice)).sets[0]?.variants[0];
    expect(variant?.metrics['ndcg@3']).toBe(1);
    expect(variant?.repeats).toBe(`2 runs, 1 of 2 lists differ; ndcg@3 from ${((1 + 1 / Math.log2(3)) / 2).toFixed(4)} to 1.0000`);
  });

  it('have no metric and no comparison where there is no question', () => {
    const { comparisons, sets } = findingsOf(runOf(setRun('empty', [], variantRun('lexical', []), variantRun('hybrid', []))));
    expect(comparisons).toBe(0);
    expect(sets[0]).not.toHaveProperty('metric');
  });
});

describe('the differences of a set', () => {
  it('stand with the greatest first, of each variant but the first', () => {
    const ids = ['q0', 'q1', 'q2'];
    const [set] = findingsOf(
      runOf(
        setRun(
          'mixed',
          ids.map((id) => asked(id)),
          variantRun('lexical', [atFirst('q0'), atFirst('q1'), atSecond('q2')]),
          variantRun('hybrid', [atSecond('q0'), atFirst('q1'), atFirst('q2')]),
        ),
      ),
    ).sets;
    if (!set) throw new Error('there is one');
    const step = 1 - 1 / Math.log2(3);
    expect([...differencesOf(set)]).toEqual([
      [
        'hybrid',
        [
          { query: 'q2', difference: step },
          { query: 'q1', difference: 0 },
          { query: 'q0', difference: -step },
        ],
      ],
    ]);
  });

  it('stand with the greatest gain first where less is better', () => {
    const [set] = findingsOf(
      runOf(
        setRun(
          'none',
          nothing(['q0', 'q1']),
          variantRun('lexical', [silent('q0'), atFirst('q1')]),
          variantRun('floor', [atFirst('q0'), silent('q1')]),
        ),
      ),
    ).sets;
    if (!set) throw new Error('there is one');
    expect(differencesOf(set).get('floor')).toEqual([
      { query: 'q1', difference: 0 - 1 },
      { query: 'q0', difference: 1 - 0 },
    ]);
  });
});
