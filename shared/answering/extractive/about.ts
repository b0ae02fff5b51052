import type { Unit } from '../passage-units.ts';

/** The kind of a code: its letters, and how many digits where. `undefined` for what is more often a version or a figure. */
function kindOf(code: string): string | undefined {
  const kind = code.replaceAll(/\p{N}/gu, '0');
  return /^\p{L}/u.test(kind) || /^0{2,}x0{3,}$/.test(kind) ? kind : undefined;
}

const codesIn = (terms: ReadonlySet<string>): readonly string[] =>
  [...terms].filter((term) => term.startsWith('code:')).map((term) => term.slice(5));

/**
 * Tells whether a sentence or a row is about another code than the ones asked for: it has one of their kind and none of them, and so
 * has what stands above it, or it begins with that code, as a row or an item of a list does.
 */
export function ofAnother(asked: readonly string[]) {
  const kinds = new Set(asked.flatMap((code) => kindOf(code) ?? []));
  const isSibling = (code: string) => kinds.has(kindOf(code) ?? '');
  const has = (terms: ReadonlySet<string>) => asked.some((code) => terms.has(`code:${code}`));
  return (terms: ReadonlySet<string>, context: ReadonlySet<string>, kind: Unit['kind']): boolean => {
    if (kinds.size === 0 || has(terms)) return false;
    const isNamed = codesIn(terms).some(isSibling);
    if (has(context)) return isNamed && (kind === 'row' || kind === 'item');
    return isNamed || codesIn(context).some(isSibling);
  };
}
