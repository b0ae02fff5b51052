const NAMES: Readonly<Record<string, string>> = { ndcg: 'nDCG', mrr: 'MRR', map: 'MAP', hit_rate: 'hit rate', answered: 'share answered' };

/** A metric's name as people write it: `nDCG@6`. */
export const metricName = (metric: string): string => metric.replace(/^[a-z_]+/, (name) => NAMES[name] ?? name);

export const score = (value: number): string => value.toFixed(4);

export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;

/** Milliseconds with as many places as matter. */
export const milliseconds = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));

export const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

/** `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const STAGES: Readonly<Record<string, string>> = { arms: 'all arms', list: 'final list' };

/** A stage of the search for whoever doesn't know ours. */
export const stageName = (stage: string): string => STAGES[stage] ?? stage;

/** The commit, short, and whether the code differed from it. */
export const commitInWords = ({ commit, changed }: { readonly commit: string; readonly changed: boolean }): string =>
  `${commit.slice(0, 7)}${changed ? ', with changes that are not committed' : ''}`;

/** An instant to the minute, in UTC. */
export const timeInWords = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** With `p = 0.28` kept on one line. */
export const unbroken = (text: string): string => text.replaceAll(/\bp ([=<]) /g, 'p\u00a0$1\u00a0');
