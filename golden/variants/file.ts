import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../../shared/config.ts';
import { changedVariant } from './sweep.ts';
import type { Variant } from './variants.ts';

/** By name: a variant that is there already, with other settings (those of `--sweep`). */
const file = z.record(
  z.string().regex(/\S/),
  z.strictObject({ extends: z.string(), settings: z.record(z.string(), z.union([z.string(), z.number()])) }),
);

/**
 * The variants that a JSON file names: `{"NAME": {"extends": "hybrid", "settings": {"chunk.maxChars": 600, "k": 30}}}`.
 * `known` gives those that can be extended. Throws ConfigError, with what is wrong, for any other file.
 */
export function readVariants(path: string, known: (name: string) => Variant): readonly Variant[] {
  const parsed = file.safeParse(parseJson(path));
  if (!parsed.success) throw new ConfigError(`${path}: ${z.prettifyError(parsed.error)}`);
  return Object.entries(parsed.data).map(([name, { extends: base, settings }]) =>
    Object.entries(settings).reduce<Variant>(
      (variant, [setting, value]) => {
        const changed = changedVariant(variant, setting, String(value));
        if (!changed || changed === variant)
          throw new ConfigError(`${path}: ${name}: ${base} has no setting ${setting} that can be ${value}`);
        return changed;
      },
      { ...known(base), name },
    ),
  );
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}
