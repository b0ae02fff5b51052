import { ConfigError } from '../../shared/config.ts';
import type { Ranker } from '../../shared/models/rank/ranker.ts';
import { PROFILES, type Profile } from '../../shared/retrieval/profiles.ts';

/** One arm by itself, as far down as it goes in the profile. */
const only =
  (arm: string) =>
  ({ arms, sweep: _, mmr: __, ...profile }: Profile): Profile => ({
    ...profile,
    arms: { [arm]: { depth: arms[arm]?.depth || DEPTH, weight: 1 } },
  });
const DEPTH = 50;
export const MMR_DEPTH = 50;

/** What can be compared: each makes another profile of the configured one. */
const VARIANTS = {
  lexical: only('lexical'),
  dense: only('dense'),
  hybrid: (profile) => profile,
  'hybrid+mmr': (profile) => ({ ...profile, mmr: { lambda: 0.7, depth: MMR_DEPTH } }),
  'hybrid+rerank': (profile) => profile,
  templated: () => PROFILES.templated,
  managed: () => PROFILES.managed,
  'managed+rerank': () => PROFILES.managed,
} as const satisfies Readonly<Record<string, (profile: Profile) => Profile>>;

export type VariantName = keyof typeof VARIANTS;

export const variantNames = Object.keys(VARIANTS);

export const isVariant = (name: string): name is VariantName => Object.hasOwn(VARIANTS, name);

export interface Variant {
  readonly name: string;
  readonly profile: Profile;
  readonly ranker?: Ranker;
  /** Settings of the environment that it has instead of the run's: another chunker, embedder or backend, and so an index of its own. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Whether a ranking model orders what the variant finds. */
export const isReranked = (name: VariantName): boolean => name.endsWith('+rerank');

/** Whether the managed engine does the variant's searches. */
const isManaged = (name: VariantName): boolean => name.startsWith('managed');

/** The variant of a profile. Throws ConfigError where it needs a ranking model and there is none. */
export function variantOf(name: VariantName, profile: Profile, ranker: Ranker | undefined): Variant {
  const own = isManaged(name) ? { environment: { RETRIEVAL_BACKEND: 'vertex-rag', RETRIEVAL_PROFILE: 'managed' } } : {};
  const variant = { name, profile: VARIANTS[name](profile), ...own };
  if (!isReranked(name)) return variant;
  if (!ranker) throw new ConfigError(`--variants ${name}: needs a ranking model. Set RERANKER=vertex and GOOGLE_CLOUD_PROJECT.`);
  return { ...variant, ranker };
}
