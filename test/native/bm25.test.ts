import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Comparison, compareWithFormula, MISSING, mean, shared } from '../bm25/scifact.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { nativeBackend, type TestBackend } from '../support/stores.ts';

describe.skipIf(MISSING)(`BM25 over a tsvector index${MISSING ? ` (skipped: ${MISSING})` : ''}`, () => {
  let subject: TestBackend;
  let compared: readonly Comparison[];
  beforeAll(async () => {
    subject = await nativeBackend(countingEmbedder());
    compared = await compareWithFormula(subject, { documents: Number.POSITIVE_INFINITY, queries: 200, limit: 50 });
  }, 600_000);
  afterAll(() => subject.backend.close());

  it('is asked on its way of few chunks scored', () => {
    expect(compared).toHaveLength(200);
    for (const { path } of compared) expect(path).toMatch(/^tsvector threshold/);
  });

  it('scores every chunk that it finds as the formula does', () => {
    for (const { found, wanted } of compared) {
      const scores = new Map(wanted.map(({ id, score }) => [id, score]));
      for (const { id, score } of found) expect(score).toBeCloseTo(scores.get(id) ?? Number.NaN, 4);
    }
  });

  it('has the first ten of the formula, those of equal scores in any order', () => {
    for (const { found, wanted } of compared) {
      const first = wanted.slice(0, 10);
      for (const [i, { score }] of first.entries()) expect(found[i]?.score).toBeCloseTo(score, 4);
    }
  });

  it('has nearly all of the first fifty', () => {
    expect(mean(compared.map((each) => shared(each, 50) / Math.min(50, each.wanted.length)))).toBeGreaterThan(0.9);
  });
});
