import { describe, expect, it } from 'vitest';
import { says } from '../../golden/says.ts';

describe('a wording that a text says', () => {
  it('may be written in other case, with other spaces and with emphasis', () => {
    expect(says('Switch off and\n**unplug** it.', 'OFF and unplug')).toBe(true);
    expect(says('set `ACCEPT_RATE=40`', 'accept_rate=40')).toBe(true);
    expect(says('JPY 17,000', 'jpy\u00a017,000')).toBe(true);
  });

  it('is whole words and numbers', () => {
    for (const [text, wording] of [
      ['in 2026', '20'],
      ['120 days', '20 days'],
      ['20.5 bar', '20'],
      ['1,020 h', '20 h'],
      ['0.20', '20'],
      ['18 %', '8 %'],
      ['7 mm', '7 m'],
      ['unplugged', 'plugged'],
    ] as const)
      expect(says(text, wording), `${wording} in ${text}`).toBe(false);
  });

  it('is found behind a place where it is part of something else', () => {
    expect(says('120 pumps, 20 pumps', '20 pumps')).toBe(true);
    expect(says('until 20. May', '20')).toBe(true);
  });

  it('has no borders in scripts without spaces', () => {
    expect(says('控制最多12台泵', '12台')).toBe(true);
    expect(says('校正は90日ごとです', '90日')).toBe(true);
  });

  it('is not nothing', () => {
    expect(says('anything', ' ** ')).toBe(false);
  });
});
