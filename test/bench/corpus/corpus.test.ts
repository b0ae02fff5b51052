import { describe, expect, it } from 'vitest';
import { passagesForTests } from '../fixture.ts';
import { documentsOf } from './corpus.ts';
import { wordCount } from './sentences.ts';

const passages = passagesForTests();
const documents = [...documentsOf(passages, [4, 7], 1_000)];
const bodies = documents.flatMap(({ chunks }) => chunks.map(({ body }) => body));

describe('the corpus of the benchmark', () => {
  it('is the same whenever it is made', () => {
    expect([...documentsOf(passages, [4, 7], 1_000)]).toEqual(documents);
  });

  it('is another one with another seed', () => {
    expect([...documentsOf(passages, [4, 7], 1_000, '2')]).not.toEqual(documents);
  });

  it('has the chunks that were asked for, no two of them equal', () => {
    expect(bodies).toHaveLength(1_000);
    expect(new Set(bodies).size).toBe(1_000);
  });

  it('has chunks of about 150 words, each mostly of the passage that it names', () => {
    const mean = bodies.reduce((sum, body) => sum + wordCount(body), 0) / bodies.length;
    expect(mean).toBeGreaterThan(120);
    expect(mean).toBeLessThan(180);
    const [chunk] = documents[0]?.chunks ?? [];
    const known = passages[chunk?.passage ?? -1]?.sentences.filter((sentence) =>
      chunk?.body.includes(sentence.split(' ').slice(0, 3).join(' ')),
    );
    expect(known?.length).toBeGreaterThan(7);
  });

  it('gives each tenant what questions are about before all else', () => {
    const small = documents.filter(({ tenant }) => tenant === 'small').flatMap(({ chunks }) => chunks);
    expect(small.map(({ passage }) => passage)).toEqual([expect.toSatisfy((passage) => [4, 7].includes(passage))]);
  });

  it('keeps documents apart by their ids', () => {
    const ids = documents.map(({ tenant, documentId }) => `${tenant}/${documentId}`);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
