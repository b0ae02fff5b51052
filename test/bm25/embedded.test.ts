import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingEmbedder } from '../fakes/embedder.ts';
import { embeddedBackend, type TestBackend } from '../support/stores.ts';
import { compareWithFormula, MISSING, mean, shared } from './scifact.ts';

/** The index keeps a chunk's length in a byte, so its scores are near the formula's and not the same. */
describe.skipIf(MISSING)(`the BM25 index of the embedded database${MISSING ? ` (skipped: ${MISSING})` : ''}`, () => {
  let subject: TestBackend;
  beforeAll(async () => {
    subject = await embeddedBackend(countingEmbedder());
  });
  afterAll(() => subject.backend.close());

  it('has at least nine of its first ten in common with the formula, on average', { timeout: 180_000 }, async () => {
    const compared = await compareWithFormula(subject, { documents: 300, queries: 60, limit: 50 });
    expect(compared).toHaveLength(60);
    expect(mean(compared.map((each) => shared(each, 10)))).toBeGreaterThanOrEqual(9);
  });
});
