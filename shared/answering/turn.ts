import pMap from 'p-map';
import { Unavailable } from '../errors.ts';
import { NO_USAGE } from '../models/generate/usage.ts';
import type { Hit } from '../retrieval/backend.ts';
import { addFaults, answerPart, NO_FAULTS, type PartAnswer } from './answer-part.ts';
import { citationsOf, markPassages } from './cite.ts';
import { combine } from './combine.ts';
import { asItIs } from './dated.ts';
import { evidenceOf, LIMITS, tokensOf } from './evidence.ts';
import { concrete } from './guards.ts';
import { openInWords } from './open-parts.ts';
import { cleaned } from './poison.ts';
import { queryOf } from './query.ts';
import type { Asked, Part } from './roles.ts';
import { type Found, route, searched, searchOn } from './searching.ts';
import { GREETING, isSmallTalk } from './small-talk.ts';
import { createState, REASONS, type State, type Turn, type TurnOptions, told } from './turn-state.ts';

export { type Budget, REASONS, type Reason, type Turn, type TurnOptions } from './turn-state.ts';

/** Parts of a question, and how many of them are worked on at once. */
export const MOST_PARTS = 8;
const AT_ONCE = 8;

/**
 * Answers a question from what searches find: routes it, searches, judges whether that will do and searches again, three rounds at
 * most; each part of a question by itself and from its own evidence. What is returned has been checked: every sentence holds in what it
 * cites. Throws Unavailable when nothing can be answered just now.
 */
export async function answerTurn(asked: Asked, options: TurnOptions, signal: AbortSignal): Promise<Turn> {
  const state = createState(options);
  if (isSmallTalk(asked.question)) return state.finished({ answer: GREETING });
  const decision = await route(asked, state, signal);
  if (decision.action === 'refuse') return state.refusal('out of scope');

  const parts = await partsOf(asked, decision.queries, state, signal);
  state.hops = 1;
  const found = await pMap(parts, (part) => searched(part, state, signal), { concurrency: AT_ONCE, signal });
  const [only] = found;
  if (found.length === 1 && only) await searchOn(asked, only, state, signal);

  const answered = await answerAll(found, state, signal);
  return finish(asked, answered, state, signal);
}

/** As long as a question may be: MOST.question of functions/answer/schemas.ts. */
const MOST_PART_CHARS = 2_000;

/** The question as parts that stand by themselves; as it is, where nothing better came. */
async function partsOf(asked: Asked, queries: readonly string[], state: State, signal: AbortSignal): Promise<readonly Part[]> {
  const { answerer, onStage } = state.options;
  const said = await told('rewrite', answerer.rewrite(asked, signal), state, signal);
  const whole = (said ?? []).filter(({ question }) => /[\p{L}\p{N}]/u.test(question) && question.length <= MOST_PART_CHARS);
  const usable = whole
    .filter((part, i) => whole.findIndex(({ question }) => question.trim() === part.question.trim()) === i)
    .slice(0, MOST_PARTS);
  const parts = usable.length > 0 ? usable : [{ question: asked.question, queries }];
  onStage?.({ stage: 'rewrite', parts: parts.map(({ question }) => question) });
  return parts.map(({ question, queries: own }) => {
    const usable = concrete(own, []);
    // A question that is vague by itself is searched for all the same.
    return { question, queries: usable.length > 0 ? usable : [queryOf(question)] };
  });
}

async function answerAll(found: readonly Found[], state: State, signal: AbortSignal): Promise<readonly PartAnswer[]> {
  const { answerer, limits = LIMITS, onStage } = state.options;
  const evidence = found.map(({ searches }) => evidenceOf(searches, limits));
  const passages = [...new Map(evidence.flat().map((hit) => [hit.id, hit])).values()];
  const clean = passages.map(cleaned);
  // What is nothing but orders says nothing.
  const marked = markPassages(clean.flatMap(({ passage }) => (/[\p{L}\p{N}]/u.test(passage.text) ? [passage] : [])));
  const markerOf = new Map([...marked].map(([marker, { id }]) => [id, marker]));
  state.given = marked;
  state.whole = new Map(passages.map((hit) => [hit.id, hit]));
  state.ordersRemoved = clean.reduce((sum, { removed }) => sum + removed, 0);
  const own = (hits: readonly Hit[]): ReadonlyMap<string, Hit> =>
    new Map(
      hits.flatMap(({ id }) => {
        const marker = markerOf.get(id) ?? '';
        const passage = marked.get(marker);
        return passage ? [[marker, passage] as const] : [];
      }),
    );
  /** Parts start together, so each has to know what the others are about to spend. */
  const counted = async (question: string, of: ReadonlyMap<string, Hit>): Promise<PartAnswer> => {
    const tokens = of.values().reduce((sum, passage) => sum + tokensOf(passage), 0);
    state.pending += tokens;
    try {
      return await answerPart(question, of, answerer, signal, (usage) => !state.isSpent(usage));
    } finally {
      state.pending -= tokens;
    }
  };
  const work = async ({ part, failure }: Found, i: number): Promise<PartAnswer> => {
    const nothing = { question: part.question, verdicts: [], faults: NO_FAULTS, usage: NO_USAGE };
    const answered: PartAnswer =
      failure || state.isSpent()
        ? { ...nothing, outcome: 'failed', problem: failure ?? new Unavailable(REASONS.budget) }
        : await counted(part.question, own(evidence[i] ?? []));
    state.spend(answered.usage);
    if (answered.problem) state.leftOut('answer', answered.problem);
    onStage?.({ stage: 'answer', part: i, outcome: answered.outcome });
    return answered;
  };
  const answered = await pMap(found, work, { concurrency: AT_ONCE, signal });
  for (const part of answered) {
    state.faults = addFaults(state.faults, part.faults);
  }
  state.parts = [...answered];
  return answered;
}

async function finish(asked: Asked, parts: readonly PartAnswer[], state: State, signal: AbortSignal): Promise<Turn> {
  const { answerer, onStage } = state.options;
  const answered = parts.filter(({ outcome }) => outcome === 'answered');
  const failed = parts.filter(({ outcome }) => outcome === 'failed');
  if (answered.length === 0) {
    if (failed.length === 0) return state.refusal(state.given.size > 0 || state.gaveUp ? 'no support' : 'no passages');
    if (failed.every(({ isBlocked }) => isBlocked)) return state.refusal('stopped');
    if (state.isSpent()) return state.refusal('budget');
    // The one that says most about when to try again.
    const [problem] = failed.flatMap((part) => part.problem ?? []).sort((a, b) => (b.retryAfterS ?? -1) - (a.retryAfterS ?? -1));
    throw problem ?? new Unavailable('Nothing can be answered just now. Try again in a moment.');
  }
  const mayReduce = !state.isSpent();
  if (answered.length > 1 && mayReduce) onStage?.({ stage: 'reduce' });
  const combined = await combine(asked.question, answered, state.given, mayReduce ? answerer : undefined, signal);
  state.spend(combined.usage);
  state.faults = addFaults(state.faults, combined.faults);
  if (combined.problem) state.leftOut('reduce', combined.problem);
  else if (combined.isJoined) state.degraded.add('reduce');
  const open = parts.filter(({ outcome }) => outcome !== 'answered').map((part) => openInWords(part, asked));
  return state.finished({
    answer: [combined.text, ...open].join('\n\n'),
    verdicts: combined.verdicts,
    citations: citationsOf(combined.verdicts, state.given).map((citation) => asItIs(citation, state.whole.get(citation.id))),
  });
}
