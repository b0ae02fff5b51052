import { changedVariant } from '../variants/sweep.ts';
import type { Variant } from '../variants/variants.ts';

/** The settings that are searched, with the values that are tried; those that a profile has no part for are passed over. */
export const SPACE: Readonly<Record<string, readonly number[]>> = {
  k: [10, 20, 40, 60, 100],
  depth: [30, 50, 100],
  'dense.weight': [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2],
  'identifier.weight': [0.5, 1, 2, 3, 5],
  'mmr.lambda': [0.7, 0.9, 1],
  'sweep.depth': [100, 200, 400],
  'sweep.lambda': [0.7, 0.87, 1],
  'sweep.weight': [0.2, 0.35, 0.48, 0.65, 0.8],
  'rerank.floor': [0, 0.05, 0.1, 0.2, 0.3],
};

export type Settings = Readonly<Record<string, number>>;

/** The variant with these settings. */
export const withSettings = (variant: Variant, settings: Settings): Variant =>
  Object.entries(settings).reduce<Variant>((changed, [name, value]) => changedVariant(changed, name, String(value)) ?? changed, variant);

/** The settings that a variant has a part for. */
export const settingsOf = (variant: Variant, names: readonly string[]): readonly string[] =>
  names.filter((name) => {
    if (name === 'mmr.lambda') return variant.profile.mmr !== undefined;
    if (name === 'rerank.floor') return variant.ranker !== undefined;
    return changedVariant(variant, name, '1') !== variant;
  });

/** Scores a variant; higher is better. */
export type Objective = (variant: Variant) => Promise<number>;

/** Gains below this are noise of the arithmetic. */
const LEAST_GAIN = 1e-9;
const ROUNDS = 3;

/** The most variants that one search scores. */
export const mostTries = (space: Readonly<Record<string, readonly number[]>>): number =>
  1 + ROUNDS * Object.values(space).reduce((sum, values) => sum + values.length, 0);

/**
 * The settings that score best, found by going through them one at a time and keeping each best value until a round
 * changes nothing (coordinate ascent): it finds no best of all, but a better one than it started from. A tie keeps what was.
 */
export async function bestSettings(
  variant: Variant,
  space: Readonly<Record<string, readonly number[]>>,
  objective: Objective,
): Promise<{ readonly settings: Settings; readonly score: number }> {
  let settings: Settings = {};
  let score = await objective(variant);
  for (let round = 0; round < ROUNDS; round++) {
    const before = score;
    for (const name of settingsOf(variant, Object.keys(space))) {
      for (const value of space[name] ?? []) {
        const tried = { ...settings, [name]: value };
        const reached = await objective(withSettings(variant, tried));
        if (reached > score + LEAST_GAIN) [settings, score] = [tried, reached];
      }
    }
    if (score === before) break;
  }
  return { settings, score };
}
