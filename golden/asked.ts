import type { Judgements } from './metrics/judgements.ts';
import type { JudgedQuery } from './questions/sets.ts';

/** What a query asks for, each once, and its rankings as rankings of that. */
export interface Asked {
  readonly id: string;
  readonly wanted: Judgements;
  readonly ranking: (ids: readonly string[]) => readonly string[];
}

/**
 * What answers a query: what is judged with grade `least` or more. Where several places answer the same part of it, the
 * first that a ranking has is the answer, and the others are places that bring nothing new.
 */
export function askedBy({ id, judged, parts }: JudgedQuery, least = 1): Asked {
  const answers = [...judged].filter(([, grade]) => grade >= least);
  if (!parts) return { id, wanted: new Map(answers), ranking: (ids) => ids };
  const wanted = new Map<string, number>();
  for (const [unit, grade] of answers) {
    const part = parts.get(unit) ?? unit;
    wanted.set(part, Math.max(wanted.get(part) ?? 0, grade));
  }
  return {
    id,
    wanted,
    ranking: (ids) => firstOfEach(ids, parts),
  };
}

/** A ranking with the first id of each group in the place of its group's name; another one takes a place and brings nothing new. */
export function firstOfEach(ids: readonly string[], groupOf: ReadonlyMap<string, string>): readonly string[] {
  const seen = new Set<string>();
  return ids.map((id) => {
    const group = groupOf.get(id);
    if (group === undefined || seen.has(group)) return id;
    seen.add(group);
    return group;
  });
}
