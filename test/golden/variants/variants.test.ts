import { describe, expect, it } from 'vitest';
import { isVariant, variantNames, variantOf } from '../../../golden/variants/variants.ts';
import { ConfigError } from '../../../shared/config.ts';
import { openRanker } from '../../../shared/models/rank/open.ts';
import type { Ranker } from '../../../shared/models/rank/ranker.ts';
import { PROFILES } from '../../../shared/retrieval/profiles.ts';

const ranker: Ranker = {
  model: 'test',
  rank: async (_, records) => records.map(({ id }) => ({ id, score: 1 })),
  close: async () => {},
};
const profileOf = (name: string) => {
  if (!isVariant(name)) throw new Error(`no variant ${name}`);
  return variantOf(name, PROFILES.balanced, ranker).profile;
};

describe('a variant of the configured profile', () => {
  it('has one of the names of the contract, or is of the managed engine', () => {
    expect(variantNames).toEqual(['lexical', 'dense', 'hybrid', 'hybrid+mmr', 'hybrid+rerank', 'templated', 'managed', 'managed+rerank']);
    expect(isVariant('toString')).toBe(false);
  });

  it('is one arm by itself, without a first stage', () => {
    const { depth } = PROFILES.balanced.arms.lexical;
    expect(profileOf('lexical').arms).toEqual({ lexical: { depth, weight: 1 } });
    expect(profileOf('dense').arms).toEqual({ dense: { depth: PROFILES.balanced.arms.dense.depth, weight: 1 } });
    expect(variantOf('lexical', PROFILES.templated, undefined).profile.sweep).toBeUndefined();
  });

  it('is the profile itself, or with diversity added, or the templated one', () => {
    expect(profileOf('hybrid')).toBe(PROFILES.balanced);
    expect(profileOf('hybrid+mmr')).toMatchObject({ ...PROFILES.balanced, mmr: { lambda: 0.7 } });
    expect(profileOf('templated')).toBe(PROFILES.templated);
  });

  it('is reranked under that name alone', () => {
    expect(variantOf('hybrid+rerank', PROFILES.local, ranker)).toEqual({ name: 'hybrid+rerank', profile: PROFILES.local, ranker });
    expect(variantOf('hybrid', PROFILES.local, ranker).ranker).toBeUndefined();
  });

  it('says what to set where no ranking model is configured', async () => {
    const none = await openRanker({ kind: 'none' });
    expect(() => variantOf('hybrid+rerank', PROFILES.local, none)).toThrow(ConfigError);
    expect(() => variantOf('hybrid+rerank', PROFILES.local, none)).toThrow(/hybrid\+rerank: needs a ranking model\. Set RERANKER=vertex/);
  });
});
