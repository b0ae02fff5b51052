import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../shared/caller.ts';
import type { Metadata } from '../../../../shared/documents/document.ts';
import { EVERYTHING, type Filter, parseFilter, passes } from '../../../../shared/retrieval/filter.ts';
import { isInForce } from '../../../../shared/retrieval/in-force.ts';
import { type LooseScope, within } from '../../../../shared/retrieval/pgvector/scope.ts';
import { binder } from '../../../../shared/retrieval/pgvector/statement.ts';
import { openEmbedded } from '../../../../shared/retrieval/pgvector/store/embedded.ts';
import { migrate } from '../../../../shared/retrieval/pgvector/store/migrate.ts';
import { createStore, type Driver, type Store } from '../../../../shared/retrieval/pgvector/store/store.ts';
import { databaseImage } from '../../../support/database-image.ts';

const never = new AbortController().signal;
const caller = makeCaller('acme', [], 'me');

/** Texts at the edges of what reads as a number, a date or SQL. */
const texts = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        'pump',
        'Pump',
        'pump ',
        '',
        'true',
        'false',
        'null',
        'NaN',
        'Infinity',
        "it's",
        '"',
        '\\',
        '$1',
        '$&',
        'STORED',
        '%',
        '😀',
        'é',
        'e\u0301',
      ],
      ...[
        '5',
        '05',
        '5.0',
        '5.',
        '.5',
        '+5',
        '-5',
        '-0',
        '5e3',
        '1e+21',
        '0x5',
        '1234567890123456',
        '0.1',
        '5 ',
        '\t5\n',
        '\u00a05',
        '\u20035',
        '\ufeff5',
        '٥',
        '５',
      ],
      ...[
        '2026',
        '2026-',
        '2026-01',
        '2026-01-',
        '2026-01-31',
        '2026-01-31T08:00',
        '2026-01-31T08:00:00.000Z',
        '2026-02',
        '2026-x',
        '2026😀',
        '20260',
        '２０２６-01',
      ],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }).filter((text) => text.isWellFormed() && !text.includes('\u0000')) },
);
const numbers = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, -0, 1, 5, -5, 0.1, 0.5, 2026, 5e3, 1e21, 1e-7, 5e-324, 1.7976931348623157e308) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
const scalars = fc.oneof({ weight: 3, arbitrary: texts }, { weight: 2, arbitrary: numbers }, { weight: 1, arbitrary: fc.boolean() });
const fields = fc.constantFrom(
  'a',
  'A',
  'a.b',
  'a b',
  "it's",
  '"',
  '$1',
  '?',
  '__proto__',
  'constructor',
  'toString',
  'STORED',
  '{a}',
  'ключ',
);

const metadata = fc
  .array(fc.tuple(fields, fc.oneof({ weight: 3, arbitrary: scalars }, { weight: 1, arbitrary: fc.array(scalars, { maxLength: 4 }) })), {
    maxLength: 6,
  })
  .map((entries): Metadata => Object.fromEntries(entries));

const bounds = fc.oneof(texts, numbers);
const conditions = fc.oneof(
  scalars,
  fc.array(scalars, { maxLength: 4 }),
  fc
    .record({ gt: bounds, gte: bounds, lt: bounds, lte: bounds, exists: fc.boolean() }, { requiredKeys: [] })
    .filter((range) => Object.keys(range).length > 0),
);
/** Most have one condition, for two are rarely met at once. */
const filters = fc
  .oneof(
    { weight: 5, arbitrary: fc.array(fc.tuple(fields, conditions), { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(fc.tuple(fields, conditions), { maxLength: 3 }) },
  )
  .map((entries) => parseFilter(Object.fromEntries(entries)));

let driver: Driver;
let store: Store;
beforeAll(async () => {
  driver = await openEmbedded(undefined, await databaseImage());
  await migrate(driver, { readers: [], writers: [] });
  await driver.transaction([], (session) => session.query('SELECT kb_add_tenant($1)', [caller.tenant]));
  store = createStore(driver, { read: 20_000, write: 20_000 });
});
afterAll(() => driver.close());

/** Stores these documents in place of those that were there, under their places as ids. */
const storeAll = (documents: readonly Metadata[]) =>
  driver.transaction([], async (session) => {
    await session.query('DELETE FROM kb_document');
    await session.query(
      `INSERT INTO kb_document (tenant, document_id, uri, generation, metageneration, state, title, media_type, acl, metadata, make, source_updated_at)
       SELECT $1, place::text, '', 1, 1, 'active', '', '', '{*}', metadata, '', now()
       FROM unnest($2::text[]::jsonb[]) WITH ORDINALITY AS given (metadata, place)`,
      [caller.tenant, documents.map((document) => JSON.stringify(document))],
    );
  });

/** For each scope the places of the documents within it, by one statement. */
async function placesWithin(scopes: readonly Omit<LooseScope, 'caller'>[]): Promise<readonly (readonly number[])[]> {
  const bind = binder();
  const parts = scopes.map(
    (scope, i) => `SELECT ${i} AS scope, document_id::int - 1 AS place FROM kb_document d WHERE ${within('d', { ...scope, caller }, bind)}`,
  );
  const rows = await store.reading({ tenant: caller.tenant, groups: ['*'] }, never, (session) =>
    session.query<{ scope: number; place: number }>(`${parts.join(' UNION ALL ')} ORDER BY scope, place`, bind.values),
  );
  const places: number[][] = scopes.map(() => []);
  for (const { scope, place } of rows) places[scope]?.push(place);
  return places;
}

/** The places of those for which `holds`. */
const placesOf = (documents: readonly Metadata[], holds: (document: Metadata) => boolean): readonly number[] =>
  documents.flatMap((document, place) => (holds(document) ? [place] : []));

/** What is compared, for the report of a counterexample to show the filter and the document and not their places. */
const shown = (documents: readonly Metadata[], filter: Filter, places: readonly number[]) => ({
  filter,
  matching: places.map((place) => documents[place]),
});

describe('a filter in SQL', () => {
  it('matches exactly the documents that pass it', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(metadata, { minLength: 50, maxLength: 50 }),
        fc.array(filters, { minLength: 20, maxLength: 20 }),
        async (documents, wanted) => {
          await storeAll(documents);
          const found = await placesWithin(wanted.map((filter) => ({ filter })));
          for (const [i, filter] of wanted.entries()) {
            const expected = placesOf(documents, (document) => passes(document, filter));
            expect(shown(documents, filter, found[i] ?? [])).toEqual(shown(documents, filter, expected));
          }
        },
      ),
      { numRuns: 40, interruptAfterTimeLimit: 45_000 },
    );
  });
});

describe('what is in force, in SQL', () => {
  const two = (number: number) => String(number).padStart(2, '0');
  const days = fc
    .tuple(fc.constantFrom(2025, 2026), fc.integer({ min: 1, max: 12 }), fc.constantFrom(1, 15, 28, 30, 31))
    .map((parts) => parts.map(two).join('-'));
  const written = fc.oneof(
    days,
    days.map((day) => day.slice(0, 7)),
    days.map((day) => day.slice(0, 4)),
    days.map((day) => `${day}T08:00:00.000Z`),
    days.map((day) => Number(day.slice(0, 4))),
    days.map((day) => Number(day.replaceAll('-', ''))),
    days.map((day) => [day]),
    fc.constantFrom(
      'soon',
      '',
      '2026-1',
      '2026-123',
      '20261',
      '2026-13',
      '2026-00-00',
      ' 2026',
      '２０２６-01-01',
      2026.5,
      1e21,
      -2026,
      true,
    ),
  );
  const documents = fc.record({ effective_from: written, effective_until: written }, { requiredKeys: [] }) satisfies fc.Arbitrary<Metadata>;

  it('is what the rule says', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(documents, { minLength: 50, maxLength: 50 }),
        fc.array(days, { minLength: 20, maxLength: 20 }),
        async (stored, asked) => {
          await storeAll(stored);
          const found = await placesWithin(asked.map((day) => ({ filter: EVERYTHING, day })));
          for (const [i, day] of asked.entries()) {
            const expected = placesOf(stored, (document) => isInForce(document, day));
            expect({ day, inForce: (found[i] ?? []).map((place) => stored[place]) }).toEqual({
              day,
              inForce: expected.map((place) => stored[place]),
            });
          }
        },
      ),
      { numRuns: 40, interruptAfterTimeLimit: 45_000 },
    );
  });
});
