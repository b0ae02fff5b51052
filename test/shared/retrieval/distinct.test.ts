import { describe, expect, it } from 'vitest';
import { createDistinct } from '../../../shared/retrieval/distinct.ts';

type Passage = readonly [documentId: string, text: string];

/** What is said of each of these passages, in this order. */
function told(...passages: readonly Passage[]) {
  const isNew = createDistinct();
  return passages.map(([documentId, text], i) =>
    isNew({
      id: `${documentId}:${i}`,
      documentId,
      section: 'S',
      text,
      source: { title: 'T', uri: 'u', updatedAt: new Date(0) },
      metadata: {},
    }),
  );
}
/** What is said of a text that stands in another document than the first one. */
const secondOf = (first: string, second: string) => told(['a.md', first], ['b.md', second])[1];
const words = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(' ');

describe('a passage', () => {
  it('repeats another of the very same text, in whatever document', () => {
    expect(told(['a.md', 'Press the button.'], ['b.md', 'Press the button.'], ['a.md', 'Press the button.'])).toEqual([
      'new',
      'repeats',
      'repeats',
    ]);
  });

  it.each([
    ['other spaces', 'Press  the\nbutton. '],
    ['another case', 'PRESS the Button.'],
    ['other marks', '- **Press** the button'],
    ['characters of another width', 'Ｐｒｅｓｓ the button.'],
  ])('resembles another with %s', (_, text) => {
    expect(secondOf('Press the button.', text)).toBe('resembles');
  });

  it('resembles another whose accents are composed otherwise', () => {
    expect(secondOf('Caf\u00e9 menu', 'Cafe\u0301 menu')).toBe('resembles');
  });

  it('resembles another once for all: what resembles the second resembled the first', () => {
    expect(told(['a.md', 'One two'], ['b.md', 'one two'], ['c.md', 'ONE TWO'], ['d.md', 'one two'])).toEqual([
      'new',
      'resembles',
      'resembles',
      'repeats',
    ]);
  });

  it.each([
    ['a word', 'Error E-4021 means that the pump has stopped.', 'Error E-4022 means that the pump has stopped.'],
    ['a sign at a word', 'Bindings for C++ are built like this.', 'Bindings for C# are built like this.'],
    ['the sign of a number', 'Set the offset to 5.', 'Set the offset to -5.'],
    ['a comparison', 'Applies to orders < 50 dollars.', 'Applies to orders > 50 dollars.'],
    ['a currency', 'It costs $5.', 'It costs €5.'],
    ['a share', 'At most 5 may fail.', 'At most 5% may fail.'],
    ['one character without spaces', '泵已停止运行', '阀已停止运行'],
  ])('is new when it differs in %s, as pages of one template do', (_, first, second) => {
    expect(secondOf(first, second)).toBe('new');
  });

  it('is new in another document, however much they share', () => {
    expect(told(['a.md', words(0, 100)], ['b.md', words(1, 101)])).toEqual(['new', 'new']);
  });
});

describe('a passage of the same document', () => {
  it('resembles another with which it shares half of its text', () => {
    // Of 100 words the last 60 are the first 60 of the other: 56 of 96 runs of five words.
    expect(told(['a.md', words(0, 100)], ['a.md', words(40, 140)])).toEqual(['new', 'resembles']);
    // The last 40: 36 of 96.
    expect(told(['a.md', words(0, 100)], ['a.md', words(60, 160)])).toEqual(['new', 'new']);
  });

  it('resembles a longer one that holds it, and the other way round', () => {
    expect(told(['a.md', words(0, 100)], ['a.md', words(20, 30)])).toEqual(['new', 'resembles']);
    expect(told(['a.md', words(20, 30)], ['a.md', words(0, 100)])).toEqual(['new', 'resembles']);
  });

  it('overlaps by characters where a script has no spaces', () => {
    const text = '泵在压力低于两巴时会自动停止运行并发出警报请检查进水管是否堵塞';
    expect(told(['a.md', text], ['a.md', `${text.slice(8)}然后重新启动设备`])).toEqual(['new', 'resembles']);
    expect(told(['a.md', text], ['a.md', `${text.slice(-6)}然后重新启动设备并等待十分钟再次检查`])).toEqual(['new', 'new']);
  });

  it('is new when it is too short to overlap', () => {
    expect(told(['a.md', 'one two three four'], ['a.md', 'two three four five'])).toEqual(['new', 'new']);
  });

  it('is compared with those alone that were new', () => {
    // The second is much of the first, the third much of the second and little of the first.
    expect(told(['a.md', words(0, 100)], ['a.md', words(45, 145)], ['a.md', words(90, 190)])).toEqual(['new', 'resembles', 'new']);
  });
});

describe('a passage without words', () => {
  it('is new unless its very text was there', () => {
    expect(told(['a.md', '***'], ['a.md', '---'], ['b.md', '***'])).toEqual(['new', 'new', 'repeats']);
    expect(told(['a.md', ''], ['a.md', ' '], ['b.md', ''])).toEqual(['new', 'new', 'repeats']);
  });
});
