import { ApiError } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { retryAfter, retryDelay } from '../../../../shared/models/gemini/api.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');

describe('how long Gemini asks to wait', () => {
  it.each([
    ['seconds', '7', 7],
    ['parts of a second', '0.5', 0.5],
    ['a date', 'Mon, 30 Nov 2026 12:00:09 GMT', 9],
    ['a date that is over', 'Mon, 30 Nov 2026 11:00:00 GMT', 0],
    ['nothing', '', undefined],
    ['nonsense', 'soon', undefined],
  ])('is read from a header with %s', (_, header, seconds) => {
    expect(retryAfter(header, NOW)).toBe(seconds);
  });

  it('is read from the body of an error, if it is there', () => {
    const error = (message: string) => new ApiError({ status: 429, message });
    expect(retryDelay(error('{"error":{"details":[{"@type":"x"},{"retryDelay":"3.5s"}]}}'))).toBe(3.5);
    expect(retryDelay(error('{"error":{}}'))).toBeUndefined();
    expect(retryDelay(error('too many'))).toBeUndefined();
    expect(retryDelay(new Error('{"error":{"details":[{"retryDelay":"3s"}]}}'))).toBeUndefined();
  });
});
