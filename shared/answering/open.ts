import type { Config } from '../config.ts';
import { openGenerator } from '../models/generate/open.ts';
import type { Judge } from './judge.ts';
import type { Answerer } from './roles.ts';

/** Who answers, by the configuration; undefined where nobody does. What it does not need is not loaded. */
export async function openAnswerer({ generator, embedder }: Pick<Config, 'generator' | 'embedder'>): Promise<Answerer | undefined> {
  if (generator.kind === 'none') return undefined;
  if (generator.kind === 'local') {
    const { createExtractiveAnswerer } = await import('./extractive/answerer.ts');
    // The encoder is for local runs, and in no bundle.
    const similarity = embedder.kind === 'local' ? await import('./extractive/similarity.ts') : undefined;
    return createExtractiveAnswerer(similarity?.createLocalSimilarity());
  }
  const [{ createPromptedAnswerer }, model] = await Promise.all([import('./prompted/prompted.ts'), openGenerator(generator)]);
  if (!model) throw new TypeError('the configuration names no generating model');
  const { control, answer } = generator.models;
  return createPromptedAnswerer(model, `${control.model} ${answer.model}`);
}

/** Who judges whether answers are grounded; undefined where no model does. */
export async function openJudge(generator: Config['generator']): Promise<Judge | undefined> {
  const model = await openGenerator(generator);
  return model && (await import('./prompted/judge.ts')).createPromptedJudge(model);
}
