import { claimsIn } from '../../shared/answering/claims.ts';
import { type Judge, judgedOf } from '../../shared/answering/judge.ts';
import { answerTurn, type Budget, type Turn } from '../../shared/answering/turn.ts';
import { Unavailable } from '../../shared/errors.ts';
import { NO_USAGE } from '../../shared/models/generate/usage.ts';
import { groundedness } from '../metrics/groundedness.ts';
import { type SearchOptions, searchFor } from '../run-query.ts';
import type { AnswerRun } from './archived.ts';
import type { Answering } from './pooled.ts';
import { type AnswerQuestion, isHidden } from './questions.ts';
import { standsIn } from './verbatim.ts';

export interface AskOptions extends Omit<SearchOptions, 'k'> {
  readonly tenant: string;
  readonly budget: Budget;
  /** For a turn as a whole. */
  readonly turnTimeoutMs: number;
  readonly judge?: Judge | undefined;
}

/** A search that looks past documents that are hidden finds as many others. */
const PAST_HIDDEN = 2;

/** Asks one question, whole and as its set has it. What is not available fails the question and not the run; a search that is degraded is an error. */
export async function ask(question: AnswerQuestion, { answerer, limits }: Answering, options: AskOptions): Promise<AnswerRun> {
  const { query } = question;
  let searches = 0;
  // One search brings as many passages as one part is given, however many a turn may hold.
  const most = limits.mostPassages;
  const search = async (text: string) => {
    searches++;
    const wanted = question.hidden.length > 0 ? PAST_HIDDEN * most : most;
    const { hits, degraded } = await searchFor(options.tenant, query.groups ?? [], { ...query, text }, wanted, { ...options, k: most });
    return { degraded, hits: hits.filter(({ id }) => !isHidden(question, id)).slice(0, most) };
  };
  const asked = { question: query.text, history: [], day: query.day ?? new Date().toISOString().slice(0, 10) };
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.turnTimeoutMs)]);
  const start = performance.now();
  let turn: Turn;
  try {
    turn = await answerTurn(asked, { answerer, search, budget: options.budget, limits }, signal);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof Unavailable) && !signal.aborted) throw error;
    return failed(question, error, searches, performance.now() - start);
  }
  const ms = performance.now() - start;
  const judged = judgedOf(turn);
  const grounded = options.judge && (await groundedness({ ...turn, ...judged }, judged.passages, options.judge, options.signal));
  return {
    id: question.id,
    outcome: turn.refused ? 'refused' : 'answered',
    ...(turn.reason ? { reason: turn.reason } : {}),
    answer: turn.answer,
    citations: turn.citations.map(({ marker, id, documentId }) => ({ marker, id, documentId })),
    cited: citedOf(turn),
    given: Array.from(turn.given.values(), ({ id }) => id),
    parts: turn.parts.map(({ outcome }) => outcome),
    faults: turn.faults,
    guards: [...turn.guards],
    degraded: [...turn.degraded],
    hops: turn.hops,
    searches,
    usage: usageOf(turn),
    ...(grounded === undefined ? {} : { groundedness: grounded }),
    ms,
  };
}

/** Each sentence with each of its markers, and whether the passage that the citation names has it word for word. */
function citedOf({ answer, citations, given }: Turn): AnswerRun['cited'] {
  const texts = new Map(Array.from(given.values(), ({ id, text }) => [id, text]));
  const cited = new Map(citations.map(({ marker, id }) => [marker, texts.get(id) ?? '']));
  const pairs = claimsIn(answer).flatMap(({ said, markers }) => markers.map((marker) => standsIn(said, cited.get(marker) ?? '')));
  return { pairs: pairs.length, verbatim: pairs.filter((stands) => stands).length };
}

function usageOf({ usage: { costUsd, ...usage } }: Pick<Turn, 'usage'>): AnswerRun['usage'] {
  return { ...usage, ...(costUsd === undefined ? {} : { costUsd }) };
}

const failed = ({ id }: AnswerQuestion, error: unknown, searches: number, ms: number): AnswerRun => ({
  id,
  outcome: 'failed',
  reason: error instanceof Error ? error.message : String(error),
  answer: '',
  citations: [],
  cited: { pairs: 0, verbatim: 0 },
  given: [],
  parts: [],
  faults: { unresolved: 0, unmarked: 0, unsupported: 0 },
  guards: [],
  degraded: [],
  hops: 0,
  searches,
  usage: usageOf({ usage: NO_USAGE }),
  ms,
});
