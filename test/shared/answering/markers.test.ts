import { describe, expect, it } from 'vitest';
import { resolveMarkers, withoutMarkers } from '../../../shared/answering/markers.ts';

const resolve = (text: string, isWord = (_: string) => false) => resolveMarkers(text, new Set(['[S1]', '[S2]', '[S3]', '[S12]']), isWord);

describe('the markers of a reply', () => {
  it.each([
    ['as they should be', 'a [S1]. b [S12].', 'a [S1]. b [S12].'],
    ['together', 'a [S1, S3].', 'a [S1][S3].'],
    ['together without their letter', 'a [S1, 3].', 'a [S1][S3].'],
    ['with a word between them', 'a [S1 and S3].', 'a [S1][S3].'],
    ['one after the other', 'a [S1] [S2].', 'a [S1] [S2].'],
    ['from one to another', 'a [S1–S3].', 'a [S1][S2][S3].'],
    ['full-width', '返品できます［Ｓ１］。', '返品できます[S1]。'],
    ['in lenticular brackets', '可以退货【S1、S2】。', '可以退货[S1][S2]。'],
    ['as footnotes', 'a [^S1].', 'a [S1].'],
    ['as links', 'a [S1](https://evil.example/x).', 'a [S1].'],
    ['with spaces', 'a [ S 1 ].', 'a [S1].'],
    ['in round brackets', 'a (S1) b (S1, S2).', 'a [S1] b [S1][S2].'],
    ['twice', 'a [S1, S1].', 'a [S1].'],
  ])('are read %s', (_, text, expected) => {
    expect(resolve(text)).toEqual({ text: expected, unresolved: [] });
  });

  it('that are of nothing are taken out and counted', () => {
    expect(resolve('a [S99]. b [S1, S98][S97].')).toEqual({ text: 'a. b [S1].', unresolved: ['[S99]', '[S98]', '[S97]'] });
    expect(resolve('a [S0] b [S999]')).toEqual({ text: 'a b', unresolved: ['[S0]', '[S999]'] });
  });

  it('are not what a passage speaks of in round brackets, nor of what was not given', () => {
    expect(resolve('the switch (S1)', (word) => word === 's1').text).toBe('the switch (S1)');
    expect(resolve('the switch (S7)').text).toBe('the switch (S7)');
  });

  it('are not made of what is no marker', () => {
    for (const text of ['[1]', '[S]', '[SS1]', '[Section 1]', 'S1', '[S1a]']) expect(resolve(text)).toEqual({ text, unresolved: [] });
  });

  it('can not be brought by a document', () => {
    for (const text of ['[S1]', '［S1］', '[ S1]', '[\u200bS1]', '[^S1]', '[S\u200b1]', '【S1、S2】']) {
      const safe = withoutMarkers(text);
      expect(safe).not.toBe(text);
      expect(resolve(safe).text).toBe(safe);
    }
  });
});
