import type { Given } from '../../../shared/answering/cite.ts';
import type { Answerer, Decision, Part, Told } from '../../../shared/answering/roles.ts';
import { answerTurn, type Turn, type TurnOptions } from '../../../shared/answering/turn.ts';
import type { Usage } from '../../../shared/models/generate/usage.ts';
import type { Hit } from '../../../shared/retrieval/backend.ts';

export const never = new AbortController().signal;

export const ONE_CALL: Usage = { calls: 1, inputTokens: 100, cachedTokens: 0, outputTokens: 10, thoughtTokens: 0, costUsd: 0.001 };

export const told = <T>(value: T, usage: Usage = ONE_CALL): Told<T> => ({ value, usage });

/** A passage that a search found. */
export const hit = (documentId: string, text: string, more: Partial<Pick<Hit, 'section' | 'metadata'>> & { title?: string } = {}): Hit => ({
  id: `${documentId}:0`,
  documentId,
  section: more.section ?? '',
  text,
  source: { title: more.title ?? 'Title', uri: `gs://local/acme/${documentId}`, updatedAt: new Date('2026-11-01T00:00:00Z') },
  metadata: more.metadata ?? {},
});

interface Roles {
  readonly control: (hop: number) => Told<Decision> | Error;
  readonly rewrite: () => Told<readonly Part[]> | Error;
  readonly answer: (question: string, given: Given, problems: readonly string[] | undefined) => Told<string> | Error;
  readonly reduce: (notes: readonly { readonly answer: string }[]) => Told<string> | Error;
}

const or = async <T>(value: T | Error): Promise<T> => {
  if (value instanceof Error) throw value;
  return value;
};

/** An answerer that says what it is told to, and counts what it is asked. */
export function scripted(roles: Partial<Roles> = {}): Answerer & { readonly asked: string[] } {
  const asked: string[] = [];
  const search: Decision = { action: 'retrieve', reason: '', queries: ['pump'], missing: 'all' };
  return {
    model: 'scripted',
    asked,
    control: ({ hop }) => {
      asked.push(hop === 0 ? 'route' : 'judge');
      return or(roles.control?.(hop) ?? told<Decision>(hop === 0 ? search : { action: 'answer', reason: '' }));
    },
    rewrite: ({ question }) => {
      asked.push('rewrite');
      return or(roles.rewrite?.() ?? told([{ question, queries: [question] }]));
    },
    answer: (question, given, _, problems) => {
      asked.push('map');
      return or(roles.answer?.(question, given, problems) ?? told(''));
    },
    reduce: (_, notes) => {
      asked.push('reduce');
      return or(roles.reduce?.(notes) ?? told(notes.map(({ answer }) => answer).join('\n')));
    },
    close: async () => {},
  };
}

/** A turn over passages that every search finds, unless the options have a search. */
export const turn = (
  question: string,
  answerer: Answerer,
  hits: readonly Hit[],
  more: Partial<TurnOptions> & { readonly history?: Parameters<typeof answerTurn>[0]['history'] } = {},
): Promise<Turn> =>
  answerTurn(
    { question, history: more.history ?? [], day: '2026-11-30' },
    { answerer, search: async () => ({ hits, degraded: [] }), budget: { tokens: 1_000_000, costUsd: 1 }, ...more },
    never,
  );
