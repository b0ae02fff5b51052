import type { z } from 'zod';
import type { Message } from '../../shared/answering/roles.ts';
import type { Stage } from '../../shared/answering/stages.ts';
import type { Caller } from '../../shared/caller.ts';
import type { Fields, Log } from '../../shared/log.ts';
import type { answerReply } from './schemas.ts';

/** A question, by whichever door it came in: HTTP or MCP. */
export interface Question {
  readonly caller: Caller;
  readonly question: string;
  readonly history: readonly Message[];
  /** As the request has it, not parsed yet. */
  readonly filter?: unknown;
  /** `YYYY-MM-DD`; today when undefined. */
  readonly asOf?: string | undefined;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Adds fields to the one line that is logged of the request. */
  note(fields: Fields): void;
  readonly onStage?: (stage: Stage) => void;
}

/** The body of the reply, without the request id. */
export type AnswerBody = Omit<z.input<typeof answerReply>, 'request_id'>;

/** Where nobody answers, and nobody will: it is no failure, and trying again is of no use. */
export const SWITCHED_OFF = 'Answering is switched off here (GENERATOR=none). Searching is not.';

/** Answers a question from the caller's documents. Throws InvalidInput, NotFound where answering is switched off, and Unavailable when nothing can be answered just now. */
export type Answering = (question: Question) => Promise<AnswerBody>;
