import type { GenerateContentResponse } from '@google/genai';
import type { Prices } from '../../config.ts';
import type { Response } from './outcome.ts';
import { type Usage, usageOf } from './usage.ts';

/** What a response says, without what the model thought, and what it took. (The client's own `text` writes warnings.) */
export function readResponse(
  { candidates, promptFeedback, usageMetadata, modelVersion }: GenerateContentResponse,
  model: string,
  prices: Prices,
): { readonly response: Response; readonly usage: Usage; readonly model: string } {
  const [candidate] = candidates ?? [];
  const parts = candidate?.content?.parts ?? [];
  const response = {
    text: parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
    finishReason: candidate?.finishReason,
    blockReason: promptFeedback?.blockReason,
  };
  return { response, usage: usageOf(usageMetadata, model, prices), model: modelVersion ?? model };
}
