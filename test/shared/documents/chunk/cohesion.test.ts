import { describe, expect, it } from 'vitest';
import { cohesion } from '../../../../shared/documents/chunk/cohesion.ts';

function of(parts: readonly string[]): readonly number[] {
  const text = parts.join('');
  let end = 0;
  const units = parts.map((part) => {
    const start = end;
    end += part.length;
    return { start, end };
  });
  return cohesion(text, units);
}

describe('cohesion', () => {
  it('is least where the words change', () => {
    const values = of(
      [...Array(6).fill('The pump moves the water. '), ...Array(6).fill('Refunds go to the card. ')].map(
        (text, i) => `${text}${i % 3}abc `,
      ),
    );
    expect(values.slice(1).indexOf(Math.min(...values.slice(1))) + 1).toBe(6);
  });

  it('knows the words of scripts without spaces', () => {
    const [, same = 0, other = 0] = of(['水泵停机检查过滤器', '检查水泵的过滤器', '客户三天内收到退款']);
    expect(same).toBeGreaterThan(other);
  });

  it('is the cosine of the weighted words', () => {
    // Three units. "alpha" stands in two of them, "beta" and "gamma" in one each: weights ln(4/2), ln(4/1).
    const [, first = 0] = of(['alpha beta. ', 'alpha gamma. ', 'x. ']);
    const [a, b] = [Math.log(4 / 2), Math.log(4 / 1)];
    expect(first).toBeCloseTo(a ** 2 / (a ** 2 + b ** 2), 12);
  });

  it('is 0 where one side has no words', () => {
    expect(of(['... ', 'alpha. '])).toEqual([0, 0]);
  });
});
