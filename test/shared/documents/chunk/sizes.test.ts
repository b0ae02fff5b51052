import { describe, expect, it } from 'vitest';
import { chunk } from '../../../../shared/documents/chunk/chunk.ts';
import { describeSizes, sizesOf } from '../../../../shared/documents/chunk/sizes.ts';
import { parsed, story } from './cut.ts';

const config = {
  maxChars: 1_000,
  targetChars: 600,
  overlapChars: 100,
  byMediaType: { 'text/csv': { maxChars: 400, targetChars: 600, overlapChars: 0 } },
};

describe('sizes', () => {
  it('are those of the media type, or else those of all documents', () => {
    expect(sizesOf(config, 'text/markdown')).toEqual({ maxChars: 1_000, targetChars: 600, overlapChars: 100 });
    expect(sizesOf(config, 'constructor')).toEqual({ maxChars: 1_000, targetChars: 600, overlapChars: 100 });
  });

  it('have a target that is no more than the most', () => {
    expect(sizesOf(config, 'text/csv')).toEqual({ maxChars: 400, targetChars: 400, overlapChars: 0 });
    expect(sizesOf({ maxChars: 400, overlapChars: 0 }, 'text/plain').targetChars).toBe(400);
  });

  it('cut documents of that type', () => {
    const document = parsed(`# A\n\n${story(0, 60)}\n`);
    const longest = (mediaType: string) => Math.max(...chunk({ ...document, mediaType }, config).map(({ body }) => body.length));
    expect(longest('text/csv')).toBeLessThanOrEqual(400);
    expect(longest('text/markdown')).toBeGreaterThan(400);
  });

  it('are told apart in what is stored of them', () => {
    expect(describeSizes(config)).toBe('1000/600/100 text/csv 400/600/0');
    expect(describeSizes({ maxChars: 400, overlapChars: 0 })).toBe('400/400/0');
  });
});
