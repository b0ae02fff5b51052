import { createHash } from 'node:crypto';
import { type Random, randomOf } from '../../../golden/statistics/random.ts';
import { type Cell, type DocumentPlan, planOf, TENANTS, type TenantName } from './plan.ts';
import type { Passage } from './sources.ts';
import { createVariation } from './vary.ts';

/** Changes whenever the same parameters would give another corpus. */
export const CORPUS_VERSION = 3;

export interface BenchChunk {
  readonly ordinal: number;
  /** The title of the passage's document: the heading that the chunk stands under. */
  readonly section: string;
  readonly body: string;
  /** The passage that it is a variation of. */
  readonly passage: number;
}

export interface BenchDocument {
  readonly tenant: TenantName;
  readonly documentId: string;
  readonly title: string;
  readonly acl: readonly string[];
  readonly metadata: { readonly slice: Cell['slice'] };
  readonly chunks: readonly BenchChunk[];
}

/**
 * The documents of every tenant, in an order that is always the same for the same passages, number of chunks and seed.
 * `first` are passages that each tenant has before all others, as far as they go: those that questions are about. No two
 * chunks are equal.
 */
export function* documentsOf(passages: readonly Passage[], first: readonly number[], chunks: number, seed = '1'): Generator<BenchDocument> {
  const vary = createVariation(passages);
  const seen = new Set<string>();
  for (const [tenant, plans] of planOf(chunks, seed)) {
    const deck = dealer(passages, first, randomOf(`${seed} ${tenant}`));
    for (const [i, plan] of plans.entries()) {
      const random = randomOf(`${seed} ${tenant} ${i}`);
      const bases = Array.from({ length: plan.chunks }, deck);
      yield documentOf(tenant, i, plan, bases, (base) => unlikeAny(seen, () => vary(base, random)));
    }
  }
}

function documentOf(
  tenant: TenantName,
  place: number,
  plan: DocumentPlan,
  bases: readonly Passage[],
  write: (base: Passage) => string,
): BenchDocument {
  const title = `${bases[0]?.title ?? ''}, part ${place + 1}`;
  return {
    tenant,
    documentId: `${bases[0]?.set}/part-${place + 1}.md`,
    title,
    acl: TENANTS[tenant].acl[plan.access],
    metadata: { slice: plan.slice },
    chunks: bases.map((base, ordinal) => ({ ordinal, section: `${base.title} (${ordinal + 1})`, body: write(base), passage: base.index })),
  };
}

/** Deals out the passages, those of one document after each other: first `first`, then all, and all again, each round in another order. */
function dealer(passages: readonly Passage[], first: readonly number[], random: Random): () => Passage {
  const byDocument = [...Map.groupBy(passages, ({ document }) => document).values()];
  const round = () => random.shuffled(byDocument).flat();
  const asked = new Set(first);
  let rest = [...round().filter(({ index }) => asked.has(index)), ...round().filter(({ index }) => !asked.has(index))].reverse();
  return () => {
    if (rest.length === 0) rest = round().reverse();
    const passage = rest.pop();
    if (!passage) throw new RangeError('there are no passages to make chunks of');
    return passage;
  };
}

const TRIES = 50;

function unlikeAny(seen: Set<string>, make: () => string): string {
  for (let i = 0; i < TRIES; i++) {
    const body = make();
    const key = createHash('sha256').update(body).digest('base64');
    if (seen.has(key)) continue;
    seen.add(key);
    return body;
  }
  throw new Error(`a passage gave no new chunk in ${TRIES} tries: it has too few sentences for a corpus of this size`);
}
