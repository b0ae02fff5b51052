import type { Usage } from '../models/generate/usage.ts';
import type { Given } from './cite.ts';

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** What is asked, and what was said before. */
export interface Asked {
  readonly question: string;
  readonly history: readonly Message[];
  /** `YYYY-MM-DD`, for questions of the time. */
  readonly day: string;
}

/** What there is to decide by: never a document, only a digest of what was found. */
export interface View extends Asked {
  /** Searches that were made so far, in rounds. */
  readonly hop: number;
  readonly digest: readonly string[];
  /** What has been searched for. */
  readonly searched: readonly string[];
}

export type Decision =
  | { readonly action: 'answer'; readonly reason: string }
  | { readonly action: 'refuse'; readonly reason: string }
  | { readonly action: 'retrieve'; readonly reason: string; readonly queries: readonly string[]; readonly missing: string };

/** A question by itself, understandable without what was said before, and what to search for. */
export interface Part {
  readonly question: string;
  readonly queries: readonly string[];
}

/** What a role said. `value` is undefined where it said nothing that can be used; `problem` says why. */
export interface Told<T> {
  readonly value: T | undefined;
  readonly problem?: string;
  /** A filter of the service stopped it. */
  readonly isBlocked?: true;
  readonly usage: Usage;
}

/** What was answered to one part, already held against its passages. */
export interface PartNote {
  readonly question: string;
  readonly answer: string;
}

/**
 * Who does the thinking in an answer: a generating model, or none. Each method may throw Unavailable; none of them is believed:
 * what they say is checked by code.
 */
export interface Answerer {
  /** Names the models, for what depends on them. */
  readonly model: string;
  /** Before anything was searched it routes, afterwards it judges whether what was found will do. */
  control(view: View, signal: AbortSignal): Promise<Told<Decision>>;
  /** The question's parts, each by itself. */
  rewrite(asked: Asked, signal: AbortSignal): Promise<Told<readonly Part[]>>;
  /**
   * An answer to one question from these passages alone, each sentence with the markers of what it is from. `problems` are sentences of
   * the attempt before that the passages do not support. An empty answer says that the passages do not tell.
   */
  answer(question: string, given: Given, signal: AbortSignal, problems?: readonly string[]): Promise<Told<string>>;
  /** One answer of several, with their markers. It sees no passage. */
  reduce(question: string, notes: readonly PartNote[], signal: AbortSignal): Promise<Told<string>>;
  close(): Promise<void>;
}
