import { randomOf } from '../../../golden/statistics/random.ts';

/** Per mille of all chunks, and who may read what. */
export const TENANTS = {
  /** Its documents are for groups, so that callers can be told apart: `staff` may read all, `partners` a hundredth. */
  big: { share: 900, acl: { ordinary: ['staff'], rare: ['staff', 'partners'] } },
  middle: { share: 99, acl: { ordinary: ['*'], rare: ['*', 'partners'] } },
  small: { share: 1, acl: { ordinary: ['*'], rare: ['*', 'partners'] } },
} as const;

export type TenantName = keyof typeof TENANTS;
export const TENANT_NAMES = ['big', 'middle', 'small'] as const satisfies readonly TenantName[];

/** Documents that have metadata and access in common. */
export interface Cell {
  readonly slice: 'tenth' | 'hundredth' | 'thousandth' | 'rest';
  readonly access: 'ordinary' | 'rare';
}

/** The share that each value of the metadata field `slice` has of a tenant's chunks, in per mille. */
export const SLICES = { tenth: 100, hundredth: 10, thousandth: 1 } as const;
export const SLICE_NAMES = ['tenth', 'hundredth', 'thousandth'] as const satisfies readonly (keyof typeof SLICES)[];
/** What is not in the rest that everybody may read, in per mille. */
const CELLS: readonly (readonly [Cell, number])[] = [
  [{ slice: 'tenth', access: 'ordinary' }, SLICES.tenth],
  [{ slice: 'hundredth', access: 'ordinary' }, SLICES.hundredth],
  [{ slice: 'thousandth', access: 'ordinary' }, SLICES.thousandth],
  [{ slice: 'rest', access: 'rare' }, 10],
];

export interface DocumentPlan extends Cell {
  readonly chunks: number;
}

/** Chunks of a document: 8 on average. */
const SIZES = [4, 6, 7, 8, 8, 8, 9, 10, 12];

/** How many chunks each tenant has: exactly its share, rounded, and together exactly `chunks`. */
export function sizesOf(chunks: number): Readonly<Record<TenantName, number>> {
  const middle = share(chunks, TENANTS.middle.share);
  const small = share(chunks, TENANTS.small.share);
  return { big: chunks - middle - small, middle, small };
}

/** For each tenant its documents to be made, in random order; each slice, and what the rare group may read, of exactly its share. */
export function planOf(chunks: number, seed: string): ReadonlyMap<TenantName, readonly DocumentPlan[]> {
  const sizes = sizesOf(chunks);
  return new Map(
    TENANT_NAMES.map((tenant) => {
      const random = randomOf(`${seed} plan of ${tenant}`);
      const size = sizes[tenant];
      const all: (readonly [Cell, number])[] = [];
      let left = size;
      for (const [cell, perMille] of CELLS) {
        const count = Math.min(left, share(size, perMille));
        all.push([cell, count]);
        left -= count;
      }
      all.push([{ slice: 'rest', access: 'ordinary' }, left]);
      const plans = all.flatMap(([cell, count]) => cut(count, () => random.pick(SIZES)).map((n) => ({ ...cell, chunks: n })));
      return [tenant, random.shuffled(plans)];
    }),
  );
}

/** At least one, so that a small tenant too has something of each slice. */
const share = (of: number, perMille: number): number => Math.max(1, Math.round((of * perMille) / 1_000));

/** Sizes of documents that add up to `count`. */
function cut(count: number, size: () => number): readonly number[] {
  const sizes: number[] = [];
  for (let left = count; left > 0; ) {
    const next = Math.min(left, size());
    sizes.push(next);
    left -= next;
  }
  return sizes;
}
