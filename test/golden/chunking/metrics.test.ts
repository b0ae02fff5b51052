import { describe, expect, it } from 'vitest';
import { type Piece, precisionOmega, scores } from '../../../golden/chunking/metrics.ts';

const piece = (start: number, end: number, corpus = 'a', extra = 0): Piece => ({ corpus, tokens: { start, end }, extra });
const relevant = {
  corpus: 'a',
  spans: [
    { start: 10, end: 20 },
    { start: 50, end: 60 },
  ],
};

describe('scores', () => {
  it('count the relevant tokens that were retrieved', () => {
    // Tokens 15–20 of the first span and 50–60 of the second, of 20 relevant and 30 retrieved ones.
    expect(scores([piece(15, 25), piece(45, 65)], relevant)).toEqual({ recall: 15 / 20, precision: 15 / 30, iou: 15 / (20 + 30 - 15) });
  });

  it('count what overlapping chunks share each time it is retrieved, but find it once', () => {
    expect(scores([piece(0, 20), piece(10, 30)], relevant)).toEqual({ recall: 10 / 20, precision: 10 / 40, iou: 10 / (20 + 40 - 10) });
  });

  it('count chunks of other corpora and repeated header rows as retrieved', () => {
    expect(scores([piece(10, 20), piece(10, 20, 'b'), piece(30, 36, 'a', 4)], relevant)).toEqual({
      recall: 10 / 20,
      precision: 10 / 30,
      iou: 10 / (20 + 30 - 10),
    });
  });

  it('count what is relevant twice once', () => {
    const spans = [
      { start: 10, end: 20 },
      { start: 15, end: 30 },
    ];
    expect(scores([piece(0, 40)], { corpus: 'a', spans })).toEqual({ recall: 20 / 20, precision: 20 / 40, iou: 20 / 40 });
  });

  it('are 0 when nothing is retrieved, and 1 for exactly what is relevant', () => {
    expect(scores([], relevant)).toEqual({ recall: 0, precision: 0, iou: 0 });
    expect(scores([piece(10, 20), piece(50, 60)], relevant)).toEqual({ recall: 1, precision: 1, iou: 1 });
  });
});

describe('precision Ω', () => {
  it('is that of all chunks with a relevant token, and of no other', () => {
    expect(precisionOmega([piece(0, 15), piece(15, 40), piece(40, 50), piece(50, 70), piece(10, 20, 'b')], relevant)).toBe(
      20 / (15 + 25 + 20),
    );
  });

  it('falls with what chunks repeat', () => {
    expect(precisionOmega([piece(0, 20), piece(10, 30), piece(50, 60)], relevant)).toBe(20 / (20 + 20 + 10));
  });
});
