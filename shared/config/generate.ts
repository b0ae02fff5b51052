import { z } from 'zod';
import { type GeminiAccess, geminiAccess, type modelSettings } from './models.ts';
import { json, type Settings, whole } from './values.ts';

/** US dollars for a million tokens. Cached input costs what other input costs where no price of it is known. */
const price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cached: z.number().nonnegative().optional(),
});

export type Price = z.output<typeof price>;

/** By model. */
export type Prices = Readonly<Record<string, Price>>;

/**
 * ASSUMED, as others listed them in July 2026: to be checked against Google's own page before anybody relies on a figure. A
 * model that is not here costs an unknown amount, never nothing.
 */
const ASSUMED_PRICES: Prices = {
  'gemini-3.5-flash': { input: 1.5, output: 9, cached: 0.15 },
  'gemini-3.5-flash-lite': { input: 0.3, output: 2.5, cached: 0.03 },
  'gemini-3.1-flash-lite': { input: 0.25, output: 1.5, cached: 0.025 },
};

/** Lite models did as well as larger ones at temperature 0.05 and minimal thinking, for a third: reference/practice.md, "The loop". */
const LITE = 'gemini-3.5-flash-lite';
const model = z.string().min(1).default(LITE);

export const generateSettings = {
  /** Without it answers are extracted locally; in production there are none until somebody chooses. */
  GENERATOR: z.enum(['local', 'gemini', 'none']).optional(),
  CONTROL_MODEL: model,
  ANSWER_MODEL: model,
  JUDGE_MODEL: model,
  CONTROL_TIMEOUT_MS: whole(8_000, 1, 600_000),
  ANSWER_TIMEOUT_MS: whole(30_000, 1, 600_000),
  JUDGE_TIMEOUT_MS: whole(30_000, 1, 600_000),
  /** Not every model takes every level. */
  GENERATE_THINKING: z.enum(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']).default('MINIMAL'),
  /** New models come to `global` first, and some to no region at all. */
  GENERATE_LOCATION: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'must be a location such as global, us or eu')
    .default('global'),
  MODEL_PRICES: json(z.record(z.string(), price)).prefault('{}'),
};

/** What a generating model is asked for: to route and to judge coverage, to answer from passages, to judge answers afterwards. */
export type Role = 'control' | 'answer' | 'judge';

export interface RoleModel {
  readonly model: string;
  /** For a reply as a whole, repeated attempts included. */
  readonly timeoutMs: number;
}

export type Thinking = Settings<typeof generateSettings>['GENERATE_THINKING'];

export type GeneratorConfig =
  | { readonly kind: 'local' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'gemini';
      readonly models: Readonly<Record<Role, RoleModel>>;
      readonly thinking: Thinking;
      readonly prices: Prices;
      readonly access: GeminiAccess;
    };

export function generator(e: Settings<typeof generateSettings & typeof modelSettings>, production: boolean): GeneratorConfig {
  const kind = e.GENERATOR ?? (production ? 'none' : 'local');
  if (kind !== 'gemini') return { kind };
  return {
    kind,
    models: {
      control: { model: e.CONTROL_MODEL, timeoutMs: e.CONTROL_TIMEOUT_MS },
      answer: { model: e.ANSWER_MODEL, timeoutMs: e.ANSWER_TIMEOUT_MS },
      judge: { model: e.JUDGE_MODEL, timeoutMs: e.JUDGE_TIMEOUT_MS },
    },
    thinking: e.GENERATE_THINKING,
    prices: { ...ASSUMED_PRICES, ...e.MODEL_PRICES },
    access: geminiAccess({ ...e, GOOGLE_CLOUD_LOCATION: e.GENERATE_LOCATION }, 'GENERATOR'),
  };
}
