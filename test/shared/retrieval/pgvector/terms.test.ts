import { describe, expect, it } from 'vitest';
import { words } from '../../../../shared/documents/words.ts';
import { indexTerms, queryTerms } from '../../../../shared/retrieval/pgvector/terms.ts';

describe('words', () => {
  it('puts words apart also where a script has no spaces', () => {
    expect(words('go 部署 deployment')).toEqual(['go', '部署', 'deployment']);
    expect(words('ポンプの設置ガイド')).toEqual(['ポンプ', 'の', '設置', 'ガイド']);
    expect(words('การติดตั้งปั๊ม').length).toBeGreaterThan(1);
  });

  it('knows neither case nor width nor composition', () => {
    expect(words('ＡＢＣ Straße e\u0301')).toEqual(['abc', 'straße', 'é']);
  });
});

describe('terms', () => {
  it('are the same for a text and for the query that repeats it', () => {
    for (const text of ['ERR_504_TIMEOUT', 'E-4021', 'v2.4.1', 'the beta-cell', '设置 LP-350']) {
      const indexed = new Set(indexTerms(text).split(' '));
      expect(
        queryTerms(text)
          .split(' ')
          .filter((term) => indexed.has(term)),
      ).toEqual(expect.arrayContaining([...indexed]));
    }
  });

  it('hold nothing that Postgres would take apart', () => {
    expect(indexTerms('a-b/c_d.e@f:g #h (i) "j" \\k é ß 部署')).toMatch(/^[\p{L}\p{M}\p{N} ]+$/u);
  });

  it('of a text without letters and digits are none', () => {
    for (const text of ['', '???', '& | !', '👩‍👩‍👧', '-- /* */']) expect(queryTerms(text)).toBe('');
  });
});
