import { withDeadline } from '../../abort.ts';
import { Unavailable } from '../../errors.ts';
import { hedgeBudget } from './budget.ts';
import { type Connection, connect, type RankRequest, type VertexConfig } from './connection.ts';
import { late, translate } from './failures.ts';
import { hedged } from './hedge.ts';
import type { Rankable, Ranker } from './ranker.ts';
import { countTokens, cutToTokens } from './tokens.ts';

/** Limits of the Ranking API: reference/google-cloud.md, 2. */
const MOST_RECORDS = 200;
const MOST_TOKENS = { older: 512, newer: 1_024 };
/** Models up to version 003, and those that are called by their limit. */
const OLDER = /-(512|00[1-3])(?=[@-]|$)/;
/** For what a model puts around title and content. */
const FRAME_TOKENS = 16;
/** One request in eight, which is more than are slow when the service is as it was in production, and less than 15 in 100. */
const HEDGES = { share: 0.13, burst: 5 };

type Sendable = RankRequest['records'][number];

/** The Ranking API of Vertex AI Search, asked over two connections: where one hangs, the second attempt takes the other. */
export function createVertexRanker(config: VertexConfig, open: (config: VertexConfig) => Connection = connect): Ranker {
  const first = open(config);
  const second = open(config);
  const budget = hedgeBudget(HEDGES);
  const { project, location, model } = config;
  const rankingConfig = `projects/${project}/locations/${location}/rankingConfigs/default_ranking_config`;
  const mostTokens = (OLDER.test(model) ? MOST_TOKENS.older : MOST_TOKENS.newer) - FRAME_TOKENS;

  const score = async (query: string, records: readonly Sendable[], signal: AbortSignal) => {
    budget.request();
    const request = { rankingConfig, model, query, records, ignoreRecordDetailsInResponse: true };
    try {
      return await hedged((until, number) => (number === 1 ? first : second).send(request, until), {
        afterMs: config.hedgeMs,
        signal,
        allowed: budget.spend,
      });
    } catch (error) {
      signal.throwIfAborted();
      throw translate(error, config);
    }
  };
  return {
    model,
    async rank(query, records, signal) {
      // Ids of our own, for a caller's may be anything. A record that says nothing would have the whole request refused.
      const sendable = records
        .map((record, i) => sendableOf(record, String(i), mostTokens))
        .filter(({ title, content }) => title || content);
      const batches = Array.from({ length: Math.ceil(sendable.length / MOST_RECORDS) }, (_, i) =>
        sendable.slice(i * MOST_RECORDS, (i + 1) * MOST_RECORDS),
      );
      const replies = await withDeadline((until) => Promise.all(batches.map((batch) => score(query.toWellFormed(), batch, until))), {
        ms: config.timeoutMs,
        signal,
        late: () => late(config),
      });
      const scores = new Map(replies.flat().map((record) => [record.id, record.score]));
      if (sendable.some(({ id }) => !scores.has(id))) throw new Unavailable('The Ranking API left records out of its answer.');
      // Scores have two decimals, so ties are common: sorting is stable and leaves them in the order given.
      return records.map(({ id }, i) => ({ id, score: inRange(scores.get(String(i)) ?? 0) })).sort((a, b) => b.score - a.score);
    },
    async close() {
      await Promise.all([first.close(), second.close()]);
    },
  };
}

/** As much of a record as the model reads, the title first: what is beyond its limit it drops without a word. */
function sendableOf({ title, text }: Rankable, id: string, mostTokens: number): Sendable {
  const shown = cutToTokens(title.toWellFormed().trim(), mostTokens);
  return { id, title: shown, content: cutToTokens(text.toWellFormed().trim(), mostTokens - countTokens(shown)) };
}

/** Floats come over the wire with 32 bits: 0.67 is 0.6700000166893005. */
const inRange = (score: number): number => Math.min(1, Math.max(0, Math.round(score * 10_000) / 10_000));
