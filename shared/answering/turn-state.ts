import { Unavailable } from '../errors.ts';
import { addUsage, NO_USAGE, type Usage } from '../models/generate/usage.ts';
import type { Hit } from '../retrieval/backend.ts';
import { type Faults, NO_FAULTS, type PartAnswer } from './answer-part.ts';
import type { Verdict } from './cite.ts';
import type { DatedCitation } from './dated.ts';
import type { EvidenceLimits } from './evidence.ts';
import type { Guard } from './guards.ts';
import type { Answerer, Told } from './roles.ts';
import type { Stage } from './stages.ts';

/** Why nothing is answered, in a sentence that may be relayed. */
export const REASONS = {
  'out of scope': 'The question is not about these documents.',
  'no passages': 'No document was found about it.',
  'no support': 'The documents that were found do not answer it.',
  budget: 'Answering it would have cost more than one answer may.',
  stopped: 'The service of the generating model stopped the answer by a filter of its own.',
} as const;

export type Reason = keyof typeof REASONS;

export interface Budget {
  /** Input, output and thoughts together, looked at before each call: one that is under way may end beyond it. */
  readonly tokens: number;
  readonly costUsd: number;
}

export interface TurnOptions {
  readonly answerer: Answerer;
  /** A search of the caller's, with what was left out of it. */
  search(query: string, signal: AbortSignal): Promise<{ readonly hits: readonly Hit[]; readonly degraded: readonly string[] }>;
  readonly budget: Budget;
  readonly limits?: EvidenceLimits;
  readonly onStage?: (stage: Stage) => void;
  /** Told of what the turn went on without: `control`, `rewrite`, `answer` (each part of it), `reduce`. */
  readonly onLeftOut?: (stage: string, error: Unavailable) => void;
}

export interface Turn {
  readonly answer: string;
  readonly citations: readonly DatedCitation[];
  readonly refused: boolean;
  readonly reason?: Reason;
  /** Rounds of searching. */
  readonly hops: number;
  readonly usage: Usage;
  readonly degraded: readonly string[];
  readonly faults: Faults;
  /** Of the answer as it is given; none of a refusal and of a greeting. For the judge. */
  readonly verdicts: readonly Verdict[];
  /** For the log. */
  readonly parts: readonly PartAnswer[];
  /** The passages that answers were written from, by marker, without what gives orders. */
  readonly given: ReadonlyMap<string, Hit>;
  readonly guards: readonly Guard[];
  /** Sentences of documents that gave orders, and were left out. */
  readonly ordersRemoved: number;
}

/** How far a turn has come: what it took, what it went on without, and what it answers from. */
export type State = ReturnType<typeof createState>;

export function createState(options: TurnOptions) {
  const state = {
    options,
    hops: 0,
    usage: NO_USAGE,
    /** Tokens of the passages that calls under way were given: what these spend is known only when they end. */
    pending: 0,
    faults: NO_FAULTS,
    degraded: new Set<string>(),
    guards: [] as Guard[],
    parts: [] as PartAnswer[],
    given: new Map<string, Hit>() as ReadonlyMap<string, Hit>,
    /** Passages as they are, orders included, by id. */
    whole: new Map<string, Hit>(),
    /** Whether the controller gave up on what was found. */
    gaveUp: false,
    ordersRemoved: 0,
    spend(usage: Usage) {
      state.usage = addUsage(state.usage, usage);
    },
    leftOut(stage: string, error: Unavailable) {
      state.degraded.add(stage);
      options.onLeftOut?.(stage, error);
    },
    /** A cost that is not known can't be held against the budget: tokens can. */
    isSpent: (more = NO_USAGE): boolean => {
      const { inputTokens, outputTokens, thoughtTokens, costUsd = 0 } = addUsage(state.usage, more);
      return state.pending + inputTokens + outputTokens + thoughtTokens >= options.budget.tokens || costUsd >= options.budget.costUsd;
    },
    finished: (turn: Pick<Turn, 'answer'> & Partial<Turn>): Turn => ({
      citations: [],
      verdicts: [],
      refused: false,
      hops: state.hops,
      usage: state.usage,
      degraded: [...state.degraded],
      faults: state.faults,
      parts: state.parts,
      given: state.given,
      guards: state.guards,
      ordersRemoved: state.ordersRemoved,
      ...turn,
    }),
    refusal: (reason: Reason): Turn => state.finished({ answer: REASONS[reason], refused: true, reason }),
  };
  return state;
}

/** What a role said, or nothing where it is not available or said nothing of use: the turn goes on without it and says so. */
export async function told<T>(stage: string, work: Promise<Told<T>>, state: State, signal: AbortSignal): Promise<T | undefined> {
  try {
    const { value, usage, problem } = await work;
    state.spend(usage);
    if (value === undefined) state.leftOut(stage, new Unavailable(problem ?? 'The reply could not be used.'));
    return value;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Unavailable)) throw error;
    state.leftOut(stage, error);
    return undefined;
  }
}
