import { describe, expect, it } from 'vitest';
import { standsIn } from '../../../golden/answers/verbatim.ts';

const passage = `Unused goods can be
> returned within 30 days.

| Model | Flow | Price |
| --- | --- | --- |
| LP-200 | 2 l/min | EUR 900 |
| LP-350 | 5 l/min | EUR 1,400 |`;

describe('what stands word for word', () => {
  it('is a sentence of the passage, whatever its white space and its end', () => {
    expect(standsIn('Unused goods can be returned within 30 days', passage)).toBe(true);
    expect(standsIn('goods can be returned within 30 days.', passage)).toBe(true);
  });

  it('is a row with the names of its columns', () => {
    expect(standsIn('Model: LP-200; Flow: 2 l/min; Price: EUR 900.', passage)).toBe(true);
    expect(standsIn('LP-200; 2 l/min', passage)).toBe(true);
  });

  it('is not what was changed, put together from two rows, or under another column', () => {
    expect(standsIn('Unused goods can be returned within 20 days', passage)).toBe(false);
    expect(standsIn('Model: LP-200; Price: EUR 1,400', passage)).toBe(false);
    expect(standsIn('Weight: LP-200; Price: EUR 900', passage)).toBe(false);
    expect(standsIn('', passage)).toBe(false);
  });
});
