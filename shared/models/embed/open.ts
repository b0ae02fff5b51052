import type { EmbedderConfig } from '../../config.ts';
import type { Embedder } from './embedder.ts';

type Open<C> = (config: C) => Promise<Embedder>;

const OPENERS: { readonly [K in EmbedderConfig['kind']]: Open<Extract<EmbedderConfig, { kind: K }>> } = {
  local: async () => (await import('./local.ts')).createLocalEmbedder(),
  gemini: async (config) => (await import('./gemini.ts')).createGeminiEmbedder(config),
};

/** The embedder that the configuration names. The others' packages are not loaded. */
export const openEmbedder = (config: EmbedderConfig): Promise<Embedder> =>
  config.kind === 'local' ? OPENERS.local(config) : OPENERS.gemini(config);
