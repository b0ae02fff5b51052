import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buried, described, failed, indexed, noted, swept } from '../../../../shared/retrieval/vertex-rag/changes.ts';
import type { DocumentRecord } from '../../../../shared/retrieval/vertex-rag/record.ts';
import { documentOf } from '../../../support/documents.ts';

const STAGED = { uris: [], title: 'T', mediaType: 'text/markdown', language: 'en', ownMetadata: {} };
const REASON = { code: 'UNAVAILABLE', reason: 'not now' };
const version = (generation: bigint, metageneration = 1n) => documentOf('', { generation, metageneration });
const madeOf = (...files: readonly string[]) => ({
  parts: files.map((file) => ({ uri: `gs://i/${file}`, file })),
  chunks: 1,
  make: 'now',
  mirrored: undefined,
});
const index = (generation: bigint, metageneration: bigint, file: string) =>
  indexed(version(generation, metageneration), STAGED, madeOf(file));
type Change = ReturnType<typeof buried>;
const recordAfter = (...changes: readonly Change[]): DocumentRecord | undefined =>
  changes.reduce<DocumentRecord | undefined>((known, change) => change(known) ?? known, undefined);

/** Changes as events and deaths bring them: of few versions, in any order. */
const changes = fc.array(
  fc.record({
    kind: fc.constantFrom('index', 'describe', 'fail', 'note', 'bury'),
    generation: fc.bigInt({ min: 1n, max: 4n }),
    metageneration: fc.bigInt({ min: 1n, max: 3n }),
  }),
  { maxLength: 12 },
);
const changeOf = (
  { kind, generation, metageneration }: { kind: string; generation: bigint; metageneration: bigint },
  i: number,
): Change => {
  const document = version(generation, metageneration);
  if (kind === 'index') return index(generation, metageneration, `f${i}`);
  if (kind === 'describe') return described(document);
  if (kind === 'fail') return failed(document, REASON, 'now');
  return kind === 'note' ? noted(document, REASON) : buried('page.md', generation);
};

describe('what becomes of a record', () => {
  it('forgets no file: each that was recorded is a part or to be deleted, and none is both', () => {
    fc.assert(
      fc.property(changes, (steps) => {
        let known: DocumentRecord | undefined;
        const recorded = new Set<string>();
        for (const [i, step] of steps.entries()) {
          const next = changeOf(step, i)(known);
          if (step.kind === 'index' && next) recorded.add(`f${i}`);
          known = next ?? known;
        }
        const parts = known?.parts.map(({ file }) => file) ?? [];
        expect(new Set([...parts, ...(known?.garbage ?? [])])).toEqual(recorded);
        expect((known?.garbage ?? []).filter((file) => parts.includes(file))).toEqual([]);
      }),
    );
  });

  it('never goes back to an older version, nor brings back a deleted one', () => {
    fc.assert(
      fc.property(changes, (steps) => {
        let known: DocumentRecord | undefined;
        for (const [i, step] of steps.entries()) {
          const next = changeOf(step, i)(known);
          if (known && next) {
            expect(next.generation).toBeGreaterThanOrEqual(known.generation);
            if (known.state === 'deleted' && next.generation === known.generation) expect(next.state).toBe('deleted');
            if (next.generation === known.generation && next.state !== 'deleted')
              expect(next.metageneration).toBeGreaterThanOrEqual(known.metageneration);
          }
          known = next ?? known;
        }
      }),
    );
  });

  it('written again by an attempt that did not hear of it, does not give its own file away', () => {
    expect(recordAfter(index(1n, 1n, 'a'), index(1n, 1n, 'a'))).toMatchObject({ parts: [{ file: 'a' }], garbage: [] });
    expect(recordAfter(index(1n, 1n, 'a'), index(2n, 1n, 'b'), index(2n, 1n, 'b'))).toMatchObject({
      parts: [{ file: 'b' }],
      garbage: ['a'],
    });
  });

  it('keeps an older version while a newer one only fails for now, and not when it fails for good', () => {
    expect(recordAfter(index(1n, 1n, 'a'), noted(version(2n), REASON))).toMatchObject({
      state: 'active',
      generation: 1n,
      tries: 1,
      failure: REASON,
    });
    expect(recordAfter(index(1n, 1n, 'a'), failed(version(2n), REASON, 'now'))).toMatchObject({
      state: 'failed',
      generation: 2n,
      garbage: ['a'],
    });
  });

  it('changes nothing for what is outdated', () => {
    const known = recordAfter(index(2n, 2n, 'a'));
    for (const change of [
      index(1n, 9n, 'b'),
      index(2n, 1n, 'b'),
      described(version(2n, 1n)),
      failed(version(1n), REASON, 'now'),
      noted(version(2n), REASON),
      buried('page.md', 1n),
    ]) {
      expect(change(known)).toBeUndefined();
    }
    expect(swept(new Set(['other']))(known)).toBeUndefined();
  });
});
