import type { PdfModelConfig } from '../../config.ts';
import type { PdfReader } from './reader.ts';

/** The model that the configuration names for PDF files without text, if it names one. `waits` are seconds between attempts. */
export const openPdfReader = async (config: PdfModelConfig, waits?: readonly number[]): Promise<PdfReader | undefined> =>
  config.kind === 'gemini' ? (await import('./gemini.ts')).createGeminiReader(config, waits ? { waits } : {}) : undefined;
