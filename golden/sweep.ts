import { ConfigError } from '../shared/config.ts';
import type { Profile, Sweep } from '../shared/retrieval/profiles.ts';
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
  'dense.weight': (profile, weight) => {
    const { dense } = profile.arms;
    return dense ? { ...profile, arms: { ...profile.arms, dense: { ...dense, weight } } } : profile;
  },
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

function swept(change: (value: number) => Partial<Sweep>): Setting {
  return (profile, value) => (profile.sweep ? { ...profile, sweep: { ...profile.sweep, ...change(value) } } : profile);
}

/** The variant with each value of `SETTING=N,N…`; none where its profile has no such part. Throws ConfigError for another form. */
export function sweepOf(variant: Variant, sweep: string): readonly Variant[] {
  const [, name = '', values = ''] = /^([a-z.]+)=(\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)*)$/.exec(sweep) ?? [];
  const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (!setting) throw new ConfigError(`--sweep ${sweep}: must be SETTING=N,N…, SETTING one of ${Object.keys(SETTINGS).join(', ')}`);
  return values.split(',').flatMap((value) => {
    const profile = setting(variant.profile, Number(value));
    return profile === variant.profile ? [] : [{ ...variant, name: `${variant.name} ${name}=${value}`, profile }];
  });
}
