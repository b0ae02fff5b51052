import type { GeneratorConfig } from '../../shared/config.ts';
import type { Prompt } from '../../shared/models/generate/generator.ts';
import { instruction } from '../../shared/models/generate/instruction.ts';
import { openGenerator } from '../../shared/models/generate/open.ts';
import { type Outcome, ok, skipped } from '../../shared/preflight/check.ts';
import { googleFailure } from '../../shared/preflight/google.ts';
import { type Asking, geminiOf, LISTED } from './models.ts';

const PROMPT: Omit<Prompt, 'role'> = {
  instruction: instruction`Reply with one word.`,
  turns: [{ role: 'user', parts: ['Ready?'] }],
  maxOutputTokens: 64,
};

/** Has each model that answers write a word. Whatever it replies, it is there. */
export async function checkGenerator(config: GeneratorConfig, asking: Asking, signal: AbortSignal): Promise<Outcome> {
  const generator = await openGenerator(config);
  if (!generator || config.kind !== 'gemini') return skipped(`answers are made without a model (GENERATOR=${config.kind})`);
  const { control, answer } = config.models;
  const roles = control.model === answer.model ? (['answer'] as const) : (['control', 'answer'] as const);
  try {
    await Promise.all(roles.map((role) => generator.generate({ ...PROMPT, role }, signal)));
    return ok(`${roles.map((role) => config.models[role].model).join(' and ')} write`);
  } catch (error) {
    signal.throwIfAborted();
    const missing = `The model is retired, not in GENERATE_LOCATION, or does not take GENERATE_THINKING. Set CONTROL_MODEL, ANSWER_MODEL or those. ${LISTED}`;
    return googleFailure(error, geminiOf(config.access, asking, missing));
  } finally {
    await generator.close();
  }
}
