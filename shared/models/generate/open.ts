import type { GeneratorConfig } from '../../config.ts';
import type { TextGenerator } from './generator.ts';

/** The generating model that the configuration names, if it names one: `local` answers without. Its package is loaded only then. */
export const openGenerator = async (config: GeneratorConfig): Promise<TextGenerator | undefined> =>
  config.kind === 'gemini' ? (await import('./gemini.ts')).createGeminiGenerator(config) : undefined;
