import { GoogleGenAI } from '@google/genai';
import type { GeneratorConfig } from '../../../../shared/config.ts';
import { createGeminiGenerator, type GeminiDependencies } from '../../../../shared/models/generate/gemini.ts';
import type { Prompt, TextGenerator } from '../../../../shared/models/generate/generator.ts';
import { instruction } from '../../../../shared/models/generate/instruction.ts';
import type { FakeGemini } from '../../../fakes/gemini.ts';

export const never = new AbortController().signal;

export type Config = Extract<GeneratorConfig, { kind: 'gemini' }>;

export const config = (more: Partial<Config> = {}, timeoutMs = 5_000): Config => ({
  kind: 'gemini',
  models: {
    control: { model: 'gemini-3.5-flash-lite', timeoutMs },
    answer: { model: 'gemini-3.5-flash', timeoutMs },
    judge: { model: 'gemini-3.1-flash-lite', timeoutMs },
  },
  thinking: 'MINIMAL',
  prices: { 'gemini-3.5-flash-lite': { input: 0.3, output: 2.5, cached: 0.03 } },
  access: { apiKey: 'k' },
  ...more,
});

/** A generator that asks the fake with an API key. */
export const onFake = (fake: FakeGemini, of: Config = config(), dependencies: GeminiDependencies = {}): TextGenerator =>
  createGeminiGenerator(of, {
    client: new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: fake.url } }),
    waits: [0.01, 0.01],
    random: () => 0,
    ...dependencies,
  });

export const prompt = (more: Partial<Prompt> = {}): Prompt => ({
  role: 'control',
  instruction: instruction`Answer.`,
  turns: [{ role: 'user', parts: ['Why?'] }],
  maxOutputTokens: 200,
  ...more,
});
