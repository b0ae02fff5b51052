/** What an answer took, rather than what it is worth. */
export const WORK = ['hops', 'calls', 'tokens', 'cost_usd'] as const;

/** Metrics of answers of which less is better. */
export const LESS_IS_BETTER_OF_ANSWERS = ['unresolved', 'forbidden', 'false_refusal', 'failed', ...WORK] as const;
