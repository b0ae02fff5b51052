import { describe, expect, it } from 'vitest';
import type { Metadata } from '../../../shared/documents/document.ts';
import { isInForce } from '../../../shared/retrieval/in-force.ts';

/** On the days before, of and after. */
const around = (metadata: Metadata, days: readonly [string, string, string]) => days.map((day) => isInForce(metadata, day));

describe('being in force', () => {
  it.each([
    ['a day', '2026-02-10', ['2026-02-09', '2026-02-10', '2026-02-11']],
    ['the day of a time', '2026-02-10T23:00:00.000Z', ['2026-02-09', '2026-02-10', '2026-02-11']],
    ['a month', '2026-02', ['2026-01-31', '2026-02-01', '2026-03-01']],
    ['a year', '2026', ['2025-12-31', '2026-01-01', '2027-01-01']],
    ['a year that is a number', 2026, ['2025-12-31', '2026-12-31', '2027-01-01']],
  ] as const)('begins and ends with %s, both included', (_, date, days) => {
    expect(around({ effective_from: date }, days)).toEqual([false, true, true]);
    expect(around({ effective_until: date }, days)).toEqual([true, true, false]);
    expect(around({ effective_from: date, effective_until: date }, days)).toEqual([false, true, false]);
  });

  it('goes on to the last day of a month and of a year', () => {
    expect(isInForce({ effective_until: '2026-02' }, '2026-02-28')).toBe(true);
    expect(isInForce({ effective_until: '2026' }, '2026-12-31')).toBe(true);
  });

  it.each(['soon', '', '26-01-01', '99999', 20991231, ['2099-01-01'], true])('is not bounded by what is no date: %j', (value) => {
    expect(isInForce({ effective_from: value, effective_until: value }, '2026-01-01')).toBe(true);
  });

  it('has no bounds where none are given', () => {
    expect(isInForce({}, '2026-01-01')).toBe(true);
  });
});
