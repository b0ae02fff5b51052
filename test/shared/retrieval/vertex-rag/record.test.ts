import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DocumentRecord, keyOf, noteOf, parseNote, parseRecord, writeRecord } from '../../../../shared/retrieval/vertex-rag/record.ts';
import { managedSuite, never } from '../../../support/managed-suite.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const metadata = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 20 }).filter((key) => key !== '__proto__'),
  fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 4 })),
  { maxKeys: 8 },
);
const records: fc.Arbitrary<DocumentRecord> = fc.record({
  documentId: text,
  state: fc.constantFrom('active' as const, 'failed' as const, 'deleted' as const),
  generation: fc.bigInt({ min: 0n, max: 2n ** 63n }),
  metageneration: fc.bigInt({ min: 0n, max: 2n ** 63n }),
  make: text,
  title: text,
  mediaType: text,
  language: fc.constantFrom('', 'en'),
  uri: text,
  parts: fc.array(fc.record({ uri: text, file: text }), { maxLength: 40 }),
  chunks: fc.nat(),
  garbage: fc.array(text, { maxLength: 5 }),
  failure: fc.option(fc.record({ code: text, reason: text }), { nil: undefined }),
  tries: fc.nat(),
  updatedAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
  indexedAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
  lagMs: fc.option(fc.nat(), { nil: undefined }),
  acl: fc.array(text, { maxLength: 10 }),
  ownMetadata: metadata,
  objectMetadata: metadata,
  mirrored: fc.option(text, { nil: undefined }),
});

describe('the record of a document', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(records, (record) => {
        expect(parseRecord(writeRecord(record))).toEqual(record);
      }),
    );
  });

  it('as a note is ASCII, no longer than an object may have, and whole or nothing', () => {
    const part = { uri: `gs://index/${'x'.repeat(100)}`, file: 'y'.repeat(100) };
    let cut = 0;
    fc.assert(
      fc.property(records, fc.nat({ max: 60 }), (record, files) => {
        const whole = { ...record, parts: Array.from({ length: files }, () => part) };
        const note = noteOf(whole);
        expect(note).toMatch(/^\p{ASCII}*$/u);
        expect('groundwire'.length + note.length).toBeLessThanOrEqual(8_192);
        const parsed = parseNote(note);
        if (parsed === undefined) cut++;
        else expect(parsed).toEqual(whole);
      }),
    );
    expect(cut).toBeGreaterThan(0);
  });

  it('gives each document a name of its own that no character can break', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(keyOf(a)).toMatch(/^[0-9a-f]{32}$/);
        expect(keyOf(a) === keyOf(b)).toBe(a === b);
      }),
    );
  });
});

describe('a record that is longer than a note may be', () => {
  const suite = managedSuite({}, { env: { RAG_MAX_TOP_K: '5', RAG_CHUNK_TOKENS: '64', RAG_CHUNK_OVERLAP_TOKENS: '0' } });

  it('of a document in hundreds of files is found, listed, changed and deleted all the same', async () => {
    const tenant = suite.newTenant();
    const long = Array.from({ length: 50 }, (_, i) => `## Part ${i}\n\n${`Sentence ${i} of a very long story. `.repeat(6)}\n`).join('\n');
    expect(await suite.put(tenant, 'long.md', `# Long\n\n${long}`)).toMatchObject({ outcome: 'indexed' });
    expect(suite.files(tenant).length).toBeGreaterThan(30);
    expect(await suite.list(tenant)).toMatchObject([{ state: 'active', complete: true }]);
    expect(new Set(await suite.search(tenant, 'sentence 7'))).toEqual(new Set(['long.md']));
    suite.storage.describe(`documents/${tenant}/long.md`, { acl: 'hr' });
    expect(await suite.backend.put(await suite.live(tenant, 'long.md'), never)).toMatchObject({ outcome: 'described' });
    expect(await suite.list(tenant)).toMatchObject([{ metageneration: 2n, complete: true }]);
    await suite.backend.remove(tenant, 'long.md', (await suite.live(tenant, 'long.md')).generation);
    expect(suite.files(tenant)).toEqual([]);
  });
});
