import { describe, expect, it } from 'vitest';
import { foldsOf } from '../../../golden/tune/folds.ts';
import { bestSettings, settingsOf, withSettings } from '../../../golden/tune/space.ts';
import { type Variant, variantOf } from '../../../golden/variants/variants.ts';
import { PROFILES } from '../../../shared/retrieval/profiles.ts';

const base = variantOf('hybrid', PROFILES.balanced, undefined);

describe('the search for settings', () => {
  /** Best at k 20 and a weight of 0.5, where they depend on each other. */
  const objective = async ({ profile }: Variant) => {
    const weight = profile.arms.dense?.weight ?? 0;
    return -((profile.k - 40 * weight) ** 2) - (weight - 0.5) ** 2;
  };

  it('keeps the best value of each setting until nothing gets better', async () => {
    const space = { k: [10, 20, 40, 60], 'dense.weight': [0.25, 0.5, 1] };
    const { settings, score } = await bestSettings(base, space, objective);
    expect(settings).toEqual({ k: 40 });
    expect(score).toBe(-((1 - 0.5) ** 2));
    expect((await bestSettings(base, { ...space, k: [25] }, objective)).settings).toEqual({ k: 25, 'dense.weight': 0.5 });
  });

  it('keeps what was where nothing is better', async () => {
    expect(await bestSettings(base, { k: [10, 20] }, async () => 1)).toEqual({ settings: {}, score: 1 });
  });

  it('passes over what a profile has no part for', () => {
    expect(settingsOf(base, ['k', 'sweep.lambda', 'mmr.lambda', 'rerank.floor', 'dense.weight'])).toEqual(['k', 'dense.weight']);
    expect(withSettings(base, { k: 10, 'dense.weight': 2 }).profile).toMatchObject({ k: 10, arms: { dense: { weight: 2 } } });
  });
});

describe('folds', () => {
  it('have every query once, as many as each other, always the same for a seed', () => {
    const queries = Array.from({ length: 11 }, (_, i) => i);
    const folds = foldsOf(queries, 3, '1');
    expect(folds.map(({ length }) => length)).toEqual([4, 4, 3]);
    expect(folds.flat().toSorted((a, b) => a - b)).toEqual(queries);
    expect(foldsOf(queries, 3, '1')).toEqual(folds);
    expect(foldsOf(queries, 3, '2')).not.toEqual(folds);
  });
});
