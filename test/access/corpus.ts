import fc from 'fast-check';
import type { MetadataValue } from '../../shared/documents/document.ts';
import type { PROFILES } from '../../shared/retrieval/profiles.ts';

/** What a document says, and what its object says of it. */
export interface Facts {
  readonly title: string;
  readonly sections: readonly string[];
  readonly acl: readonly string[];
  readonly metadata: Readonly<Record<string, MetadataValue>>;
}

export interface Search {
  readonly kind: 'search';
  readonly tenant: string;
  readonly groups: readonly string[];
  /** Of somebody else who asks the same. */
  readonly others: readonly string[];
  /** As a request has it. */
  readonly filter: unknown;
  readonly day: string;
  readonly text: string;
  readonly limit: number;
  /** Wanted beyond that, to compare with. */
  readonly more: number;
  readonly explain: boolean;
  readonly profile: keyof typeof PROFILES;
  readonly way: number;
}

export interface Write {
  readonly kind: 'describe' | 'replace' | 'remove' | 'copy';
  readonly tenant: string;
  readonly document: number;
  readonly other: number;
  readonly facts: Facts;
}

export type Step = Search | Write;

export interface History {
  readonly documents: readonly { readonly tenant: string; readonly facts: Facts }[];
  readonly steps: readonly Step[];
}

/** The last of them never holds anything. */
export const TENANTS = ['alpha', 'beta', 'empty'] as const;
const GROUPS = ['hr', 'board', 'sales', 'a,b', "o'hara"];
/** A group whose name holds what groups are joined by, and one that looks like everybody. */
const ODD_GROUPS = ['x\u001fhr', '{hr}', 'h', 'hr ', '*'];
const WORDS = ['valve', 'pump', 'leaks', 'alarm', 'motor', 'refund', 'rare', 'the', 'E-4021', 'LP-350', '部署', 'Öl', 'über'];
const TITLES = ['Manual', 'E-4021', 'Pump LP-350', 'Notes'];
const DATES = ['2025', '2026', '2026-03', '2026-03-05', '2026-03-05T08:00:00.000Z', '2027-06', 'soon', '', 2026, 7];
const DAYS = ['2025-12-31', '2026-01-01', '2026-03-05', '2026-03-31', '2027-06-15'];
/** The first are common, so that filters keep something. */
const COMMON = [1, 2, '2', 'a', 'b', true];
const VALUES = [...COMMON, 2.5, 10, '10', ' 3', '2.0', 'true', false, '2026-03', '2026-03-05', '\u20035', '٣', '2026-😀'];

const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
const value = fc.oneof({ weight: 2, arbitrary: pick(COMMON) }, { weight: 1, arbitrary: pick(VALUES) });
/** Every repeat is likely, so that texts have copies. */
const sentence = fc.array(pick(WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

const metadata = fc.record(
  {
    tier: value,
    tags: fc.array(value, { maxLength: 3 }),
    effective_from: fc.oneof(fc.constant('2025'), pick(DATES)),
    effective_until: fc.oneof(fc.constant('2027-06'), pick(DATES), fc.constant(['2026-03'])),
    since: pick(DATES),
  },
  { requiredKeys: ['tier', 'tags'] },
);

const acl = fc.oneof(
  { weight: 3, arbitrary: fc.constant(['*']) },
  { weight: 3, arbitrary: fc.subarray(GROUPS, { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constant([]) },
);

const facts: fc.Arbitrary<Facts> = fc.record({
  title: pick(TITLES),
  sections: fc.array(sentence, { minLength: 1, maxLength: 4 }),
  acl,
  metadata,
});

const bound = value.filter((wanted) => typeof wanted !== 'boolean');
const condition = fc.oneof(
  value,
  fc.array(value, { maxLength: 4 }),
  fc.record({ gte: bound }),
  fc.record({ lt: bound }),
  fc.record({ gt: bound, lte: bound, exists: fc.boolean() }, { requiredKeys: ['gt'] }),
  fc.record({ exists: fc.boolean() }),
);
const FIELDS = ['tier', 'tier', 'tags', 'tags', 'since', 'effective_from', 'missing', '__proto__', "o'hara"];
const filter = fc
  .oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(fc.tuple(pick(FIELDS), condition), { minLength: 1, maxLength: 2 }) },
  )
  .map((fields): unknown => Object.fromEntries(fields));

const text = fc.oneof(
  { weight: 6, arbitrary: fc.array(pick(WORDS), { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: pick(['unheard', 'unheard pump', '?!', '', 'e 4021', "'; pump --"]) },
);

const tenant = fc.oneof({ weight: 6, arbitrary: fc.constant(TENANTS[0]) }, { weight: 3, arbitrary: fc.constant(TENANTS[1]) });

const groups = fc.oneof(
  { weight: 4, arbitrary: fc.subarray(GROUPS) },
  { weight: 1, arbitrary: fc.subarray([...GROUPS, ...ODD_GROUPS], { maxLength: 3 }) },
);

const search: fc.Arbitrary<Search> = fc.record({
  kind: fc.constant('search'),
  tenant: fc.oneof({ weight: 12, arbitrary: tenant }, { weight: 1, arbitrary: fc.constant(TENANTS[2]) }),
  groups,
  others: groups,
  filter,
  day: pick(DAYS),
  text,
  limit: fc.integer({ min: 1, max: 50 }),
  more: fc.integer({ min: 0, max: 30 }),
  explain: fc.boolean(),
  profile: pick(['balanced', 'balanced', 'templated', 'local'] as const),
  way: fc.nat(),
});

const write: fc.Arbitrary<Write> = fc.record({
  kind: pick(['describe', 'describe', 'replace', 'remove', 'copy'] as const),
  tenant,
  document: fc.nat(),
  other: fc.nat(),
  facts,
});

/** Documents of two tenants, and what is searched for and written after them. */
export const histories = (steps: number): fc.Arbitrary<History> =>
  fc.record({
    documents: fc.array(fc.record({ tenant, facts }), { minLength: 20, maxLength: 60, size: 'max' }),
    steps: fc.array(fc.oneof({ weight: 6, arbitrary: search }, { weight: 1, arbitrary: write }), {
      minLength: steps,
      maxLength: steps,
      size: 'max',
    }),
  });
