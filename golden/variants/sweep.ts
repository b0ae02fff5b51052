import { ConfigError } from '../../shared/config.ts';
import type { Profile, Sweep } from '../../shared/retrieval/profiles.ts';
import { MMR_DEPTH, type Variant } from './variants.ts';

type Setting = (profile: Profile, value: number) => Profile;

/** What can be tried with other values. A profile without that part stays as it is. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  /** Of the lexical and the dense arm. */
  depth: ({ arms, ...profile }, depth) => ({
    ...profile,
    arms: Object.fromEntries(
      Object.entries(arms).map(([arm, use]) => [arm, arm === 'identifier' || use.depth === 0 ? use : { ...use, depth }]),
    ),
  }),
  k: (profile, k) => ({ ...profile, k }),
  'lexical.weight': weighted('lexical'),
  'dense.weight': weighted('dense'),
  'identifier.weight': weighted('identifier'),
  'rerank.floor': (profile, floor) => ({ ...profile, rerank: { ...profile.rerank, floor } }),
  'rerank.depth': (profile, depth) => ({ ...profile, rerank: { ...profile.rerank, depth } }),
  'mmr.lambda': (profile, lambda) => ({ ...profile, mmr: { depth: MMR_DEPTH, ...profile.mmr, lambda } }),
  'sweep.depth': swept((depth) => ({ depth })),
  'sweep.lambda': swept((lambda) => ({ lambda })),
  'sweep.keep': swept((keep) => ({ keep })),
  /** The arm that is swept has the rest of 1. */
  'sweep.weight': (profile, weight) => {
    const { sweep } = profile;
    const use = sweep && profile.arms[sweep.arm];
    return use
      ? { ...profile, sweep: { ...sweep, weight }, arms: { ...profile.arms, [sweep.arm]: { ...use, weight: 1 - weight } } }
      : profile;
  },
};

function weighted(arm: string): Setting {
  return (profile, weight) => {
    const use = profile.arms[arm];
    return use ? { ...profile, arms: { ...profile.arms, [arm]: { ...use, weight } } } : profile;
  };
}

function swept(change: (value: number) => Partial<Sweep>): Setting {
  return (profile, value) => (profile.sweep ? { ...profile, sweep: { ...profile.sweep, ...change(value) } } : profile);
}

/** What is indexed in another way, by a setting of the environment. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  'chunk.maxChars': 'CHUNK_MAX_CHARS',
  'chunk.targetChars': 'CHUNK_TARGET_CHARS',
  'chunk.overlapChars': 'CHUNK_OVERLAP_CHARS',
  'index.text': 'INDEX_TEXT',
  embedder: 'EMBEDDER',
  'embedder.model': 'EMBED_MODEL',
  'embedder.dimensions': 'EMBED_DIMENSIONS',
  backend: 'RETRIEVAL_BACKEND',
  'rag.import': 'RAG_IMPORT',
  'rag.chunkTokens': 'RAG_CHUNK_TOKENS',
  'rag.overlapTokens': 'RAG_CHUNK_OVERLAP_TOKENS',
  'rag.hybridAlpha': 'RAG_HYBRID_ALPHA',
  'rag.ranker': 'RAG_RANKER',
};

/** The variant with each value of `SETTING=V,V…`; none where its profile has no such part. Throws ConfigError for another form. */
export function sweepOf(variant: Variant, sweep: string): readonly Variant[] {
  const [, name = '', list = ''] = /^([a-zA-Z.]+)=([^,\s]+(?:,[^,\s]+)*)$/.exec(sweep) ?? [];
  return list.split(',').flatMap((value) => {
    const changed = changedVariant(variant, name, value);
    if (!changed) throw new ConfigError(`--sweep ${sweep}: must be SETTING=V,V…, SETTING one of ${settingNames.join(', ')}`);
    return changed === variant ? [] : [{ ...changed, name: `${variant.name} ${name}=${value}` }];
  });
}

const settingNames = [...Object.keys(SETTINGS), ...Object.keys(ENVIRONMENT)];

/** The variant with one setting changed, the same one where its profile has no such part; undefined when there is no such setting or value. */
export function changedVariant(variant: Variant, name: string, value: string): Variant | undefined {
  const key = Object.hasOwn(ENVIRONMENT, name) ? ENVIRONMENT[name] : undefined;
  if (key) return { ...variant, environment: { ...variant.environment, [key]: value } };
  const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (!setting || !/^\d+(?:\.\d+)?$/.test(value)) return undefined;
  const profile = setting(variant.profile, Number(value));
  return profile === variant.profile ? variant : { ...variant, profile };
}
