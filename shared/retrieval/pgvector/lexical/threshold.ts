/** A term of a query, with the most that it can add to a score. */
export interface BoundedTerm {
  /** As `tsquery` text, quoted. */
  readonly quoted: string;
  readonly bound: number;
  /** The share of chunks that have it, 0 to 1. */
  readonly share: number;
}

/** Terms that are told apart; what the others can add is granted to every chunk. A question rarely has more. */
const MOST_TERMS = 12;
/** Operands of a formula that is still quick to evaluate. */
const MOST_OPERANDS = 60;

/**
 * A tsquery that at least those chunks match whose terms' bounds add up to `threshold` or more: no other chunk can have such
 * a score (WAND: Broder et al., "Efficient Query Evaluation using a Two-Level Retrieval Process", CIKM 2003). As one boolean
 * formula, so that a GIN index goes by its rare terms and skips through the others.
 */
export function atLeast(terms: readonly BoundedTerm[], threshold: number): string {
  const sorted = [...terms].sort((a, b) => b.bound - a.bound);
  for (let told = Math.min(sorted.length, MOST_TERMS); told > 0; told--) {
    const granted = total(sorted.slice(told));
    const formula = build(sorted.slice(0, told), threshold - granted);
    if (formula === ALWAYS) break;
    if (formula !== NEVER && formula.operands <= MOST_OPERANDS) return formula.text;
  }
  return anyOf(terms);
}

/** A tsquery that every chunk with any of the terms matches. */
export const anyOf = (terms: readonly BoundedTerm[]): string => terms.map(({ quoted }) => quoted).join(' | ');

/**
 * A threshold that about `wanted` of `chunks` chunks are above, were the terms spread independently of each other: where
 * to begin. 0 when there are not so many.
 */
export function promising(terms: readonly BoundedTerm[], chunks: number, wanted: number): number {
  const told = [...terms].sort((a, b) => b.bound - a.bound).slice(0, MOST_TERMS);
  const subsets = told.reduce<readonly { readonly bound: number; readonly share: number }[]>(
    (before, term) =>
      before.flatMap(({ bound, share }) => [
        { bound: bound + term.bound, share: share * term.share },
        { bound, share: share * (1 - term.share) },
      ]),
    [{ bound: 0, share: 1 }],
  );
  let expected = 0;
  for (const { bound, share } of [...subsets].sort((a, b) => b.bound - a.bound)) {
    expected += share * chunks;
    if (expected >= wanted) return bound;
  }
  return 0;
}

const ALWAYS = 'always';
const NEVER = 'never';
type Formula = typeof ALWAYS | typeof NEVER | { readonly text: string; readonly operands: number };

/** Of the terms from the first on: those that add up to `need`. */
function build(terms: readonly BoundedTerm[], need: number): Formula {
  if (need <= 0) return ALWAYS;
  const [first, ...rest] = terms;
  if (!first || total(terms) < need) return NEVER;
  const having = build(rest, need - first.bound);
  const lacking = build(rest, need);
  const both =
    having === ALWAYS
      ? { text: first.quoted, operands: 1 }
      : having === NEVER
        ? NEVER
        : { text: `(${first.quoted} & ${having.text})`, operands: having.operands + 1 };
  if (lacking === NEVER || lacking === ALWAYS) return lacking === ALWAYS ? lacking : both;
  // What is enough without the term is enough with it.
  if (both === NEVER) return lacking;
  return { text: `(${both.text} | ${lacking.text})`, operands: both.operands + lacking.operands };
}

const total = (terms: readonly BoundedTerm[]): number => terms.reduce((sum, { bound }) => sum + bound, 0);
