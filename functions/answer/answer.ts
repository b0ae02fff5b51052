import type { Answerer } from '../../shared/answering/roles.ts';
import { answerTurn, REASONS, type Turn } from '../../shared/answering/turn.ts';
import { type Clock, systemClock } from '../../shared/clock.ts';
import type { AnsweringConfig } from '../../shared/config.ts';
import { NotFound, type Unavailable } from '../../shared/errors.ts';
import { logFailure } from '../../shared/log.ts';
import { NO_USAGE } from '../../shared/models/generate/usage.ts';
import type { Ranker } from '../../shared/models/rank/ranker.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { cacheSearches } from '../../shared/retrieval/cache.ts';
import { EVERYTHING, parseFilter } from '../../shared/retrieval/filter.ts';
import type { Profile } from '../../shared/retrieval/profiles.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { type AnswerBody, type Answering, type Question, SWITCHED_OFF } from './answering.ts';
import { type AnswerKey, createAnswerCache } from './cache.ts';
import { countedBackend, countedRanker, noWork, type Work } from './counted.ts';
import type { Judging } from './judging.ts';

export interface AnswerOptions extends AnsweringConfig {
  readonly backend: () => Promise<RetrievalBackend>;
  readonly profile: Profile;
  readonly ranker: () => Promise<Ranker | undefined>;
  /** Undefined where nobody answers. */
  readonly answerer: () => Promise<Answerer | undefined>;
  /** Looks at some answers once they are given. */
  readonly judging?: Judging;
  /** For one search. */
  readonly searchTimeoutMs: number;
  readonly clock?: Clock;
}

/** What answers questions, whichever door they come through. */
export function createAnswering(options: AnswerOptions): Answering {
  const { profile, limits, budget, searchTimeoutMs, clock = systemClock } = options;
  const retrieveCached = cacheSearches(retrieve);
  const cache = createAnswerCache();

  return async (question) => {
    const { caller, signal, log, note } = question;
    const [backend, ranker, answerer] = await Promise.all([options.backend(), options.ranker(), options.answerer()]);
    if (!answerer) throw new NotFound(SWITCHED_OFF);
    const scope = {
      caller,
      filter: question.filter === undefined ? EVERYTHING : parseFilter(question.filter),
      day: question.asOf ?? clock().toISOString().slice(0, 10),
    };
    const key: AnswerKey = { ...scope, question: question.question, history: question.history };
    const version = await backend.version?.(caller.tenant, signal);
    const known = cache.find(key, version);
    if (known) {
      const repeated = { ...known, usage: NO_USAGE };
      note({ ...noted(repeated), cached: true });
      question.onStage?.({ stage: 'repeat' });
      return bodyOf(repeated, noWork());
    }

    const work = noWork();
    const counted = { backend: countedBackend(backend, work), ranker: ranker && countedRanker(ranker, work) };
    const search = async (text: string, until: AbortSignal) => {
      work.searches++;
      return retrieveCached(
        { ...scope, text, limit: limits.mostPassages, signal: until },
        {
          ...counted,
          profile,
          timeoutMs: searchTimeoutMs,
          onDegraded: (stage, error) => logFailure(log, 'a part of the search was left out', error, { stage }),
        },
      );
    };
    const onLeftOut = (stage: string, error: Unavailable) => logFailure(log, 'a part of the answer was left out', error, { stage });
    const asked = { question: question.question, history: question.history, day: scope.day };
    const turn = await answerTurn(asked, { answerer, search, budget, limits, onLeftOut, ...staged(question) }, signal);
    cache.keep(key, version, turn);
    note({ ...noted(turn), ...work });
    options.judging?.consider(turn, log);
    return bodyOf(turn, work);
  };
}

const staged = ({ onStage }: Question) => (onStage ? { onStage } : {});

/** What the log says of an answer: never what was asked or said. */
const noted = ({ refused, reason, hops, usage, degraded, faults, guards, citations, parts, ordersRemoved }: Turn) => ({
  refused,
  ...(reason ? { reason } : {}),
  hops,
  calls: usage.calls,
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens + usage.thoughtTokens,
  ...(usage.costUsd === undefined ? {} : { cost_usd: usage.costUsd }),
  degraded,
  faults,
  guards,
  cited: citations.map(({ id }) => id),
  parts: parts.map(({ outcome }) => outcome),
  orders_removed: ordersRemoved,
});

function bodyOf({ answer, citations, refused, reason, hops, usage, degraded }: Turn, work: Readonly<Work>): AnswerBody {
  return {
    status: 'success',
    answer,
    citations: citations.map((citation) => {
      const { documentId, updatedAt, effectiveFrom, effectiveUntil, ...rest } = citation;
      return {
        ...rest,
        document_id: documentId,
        updated_at: updatedAt.toISOString(),
        ...(effectiveFrom ? { effective_from: effectiveFrom } : {}),
        ...(effectiveUntil ? { effective_until: effectiveUntil } : {}),
      };
    }),
    refused,
    ...(reason ? { reason: REASONS[reason] } : {}),
    hops,
    usage: {
      calls: usage.calls,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      thought_tokens: usage.thoughtTokens,
      cached_tokens: usage.cachedTokens,
      ...work,
      cost_usd: usage.costUsd ?? null,
    },
    ...(degraded.length > 0 ? { degraded: [...degraded] } : {}),
  };
}
