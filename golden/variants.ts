import type { Profile } from '../shared/retrieval/profiles.ts';

/** What can be compared: each makes another profile of the configured one. */
const VARIANTS = {
  lexical: (profile) => ({ ...profile, weights: { lexical: 1 } }),
  dense: (profile) => ({ ...profile, weights: { dense: 1 } }),
  hybrid: (profile) => profile,
} as const satisfies Readonly<Record<string, (profile: Profile) => Profile>>;

export type VariantName = keyof typeof VARIANTS;

export const variantNames = Object.keys(VARIANTS);

export const isVariant = (name: string): name is VariantName => Object.hasOwn(VARIANTS, name);

export const variantOf = (name: VariantName, profile: Profile): Profile => VARIANTS[name](profile);
