import type { SingleAfterModelCallback, SingleAfterToolCallback, State } from '@google/adk';
import { isRetrieved, remember } from './retrieved.ts';

/** What the agent says when it has nothing to go by, in these words. */
export const REFUSAL = 'I found nothing in the documents that answers this.';

/** `[policies/returns.md:3]`, or several with commas. */
const BRACKETS = /\[([^[\]]+:\d+)\]/g;

/** The ids that a text cites, each once. */
export const citedIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(BRACKETS)].flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()))),
];

/** Whether a reply may be shown: it cites, and nothing that was not retrieved in this session; or it says that there is nothing. */
export function isGrounded(text: string, state: State): boolean {
  const cited = citedIn(text);
  return text.trim() === REFUSAL || (cited.length > 0 && cited.every((id) => isRetrieved(state, id)));
}

/**
 * Puts the refusal in the place of a reply that is not grounded, whatever the model was told. What it streams is held back until
 * it is whole, for what has been shown can't be taken back.
 */
export const checkGrounding: SingleAfterModelCallback = ({ context, response }) => {
  const parts = response.content?.parts ?? [];
  if (response.partial) return { partial: true };
  const text = parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
  if (parts.some(({ functionCall }) => functionCall) || isGrounded(text, context.state)) return undefined;
  return { ...response, content: { role: 'model', parts: [{ text: REFUSAL }] } };
};

/** Notes what tools of the Model Context Protocol have retrieved; our own tool does so itself. */
export const rememberRetrieved: SingleAfterToolCallback = ({ context, response }) => {
  const { structuredContent } = response as { structuredContent?: { passages?: { id: string }[]; passage?: { id: string } } };
  remember(context.state, [...(structuredContent?.passages ?? []), ...(structuredContent?.passage ? [structuredContent.passage] : [])]);
  return undefined;
};
