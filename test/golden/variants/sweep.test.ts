import { describe, expect, it } from 'vitest';
import { sweepOf } from '../../../golden/variants/sweep.ts';
import { type VariantName, variantOf } from '../../../golden/variants/variants.ts';
import { PROFILES } from '../../../shared/retrieval/profiles.ts';

const swept = (name: VariantName, sweep: string) => sweepOf(variantOf(name, PROFILES.balanced, undefined), sweep);

describe('a sweep over a setting', () => {
  it('gives the variant with each value, named by it', () => {
    const variants = swept('hybrid', 'depth=30,100');
    expect(variants.map(({ name }) => name)).toEqual(['hybrid depth=30', 'hybrid depth=100']);
    const { arms } = PROFILES.balanced;
    expect(variants[0]?.profile.arms).toEqual({
      lexical: { ...arms.lexical, depth: 30 },
      dense: { ...arms.dense, depth: 30 },
      identifier: arms.identifier,
    });
  });

  it('leaves an arm unasked that only fills the list', () => {
    expect(swept('templated', 'depth=40')[0]?.profile.arms).toMatchObject({ lexical: { depth: 40 }, dense: { depth: 0 } });
  });

  it('adds diversity where there is none', () => {
    expect(swept('hybrid', 'mmr.lambda=0.5')[0]?.profile.mmr).toEqual({ lambda: 0.5, depth: 50 });
  });

  it('gives the swept arm the rest of the weight', () => {
    expect(swept('templated', 'sweep.weight=0.25')[0]?.profile).toMatchObject({
      sweep: { weight: 0.25 },
      arms: { lexical: { weight: 1 - 0.25 } },
    });
    expect(swept('templated', 'sweep.lambda=1')[0]?.profile.sweep).toEqual({ ...PROFILES.templated.sweep, lambda: 1 });
  });

  it('gives nothing for a profile without that part', () => {
    expect(swept('hybrid', 'sweep.lambda=1')).toEqual([]);
    expect(swept('lexical', 'dense.weight=1')).toEqual([]);
  });

  it.each(['depth', 'depth=', 'depth=a', 'toString=1', 'depth=1,'])('refuses %s and names the settings', (sweep) => {
    expect(() => swept('hybrid', sweep)).toThrow(`--sweep ${sweep}: must be SETTING=V,V…, SETTING one of depth, k, lexical.weight`);
  });
});
