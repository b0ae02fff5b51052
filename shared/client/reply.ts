import type { AnswerEvent } from './types.ts';

/** What a text says as JSON; undefined where it is none: what a proxy replies in our place. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every good reply of ours says so itself. Its other fields are taken at its word, so that a newer server may add some. */
export const isReply = <T>(body: unknown): body is T =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'success';

/** A page that a proxy shows in place of a stream would else be read as a stream without an event. */
export const isEventStream = ({ headers }: Response): boolean => /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');

const EVENTS: Readonly<Record<AnswerEvent['event'], true>> = { stage: true, token: true, answer: true };

/** An event that this client knows; a newer server may send others. */
export const isEvent = (told: { readonly event: string; readonly data: unknown }): told is AnswerEvent => Object.hasOwn(EVENTS, told.event);
