import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../../shared/answering/extractive/parts.ts';
import { correction } from '../../../../shared/answering/extractive/spelling.ts';

describe('the parts of a question', () => {
  it.each([
    ['Who pays the postage?', ['Who pays the postage?']],
    ['Who pays the postage? What does E-4021 mean?', ['Who pays the postage?', 'What does E-4021 mean?']],
    [
      'What does a reel cost, how many rollers fit and where is it made of steel?',
      ['What does a reel cost', 'how many rollers fit', 'where is it made of steel?'],
    ],
    [
      'I carried cells. Which form do I need, and by when must it be there?',
      ['I carried cells. Which form do I need, and by when must it be there?'],
    ],
    ['getting 429s from your api lol, how long to back off', ['getting 429s from your api lol, how long to back off']],
    ['With 4.8 mm tubing, what does it deliver and what is the most?', ['With 4.8 mm tubing, what does it deliver and what is the most?']],
    ['Darf ich Schläuche autoklavieren, und wie oft?', ['Darf ich Schläuche autoklavieren', 'wie oft?']],
    ['Does salt and pepper help?', ['Does salt and pepper help?']],
    ['¿Qué cuesta y cuánto dura?', ['¿Qué cuesta', 'cuánto dura?']],
    ['送料は誰が払いますか？返品は何日以内ですか？', ['送料は誰が払いますか？', '返品は何日以内ですか？']],
    ['postage of a return', ['postage of a return']],
    ['How do I clean the filter, and how often?', ['How do I clean the filter, and how often?']],
    [
      'My laptop is gone. How quickly do I report it, and whom do I call?',
      ['My laptop is gone. How quickly do I report it', 'whom do I call?'],
    ],
    ['Who pays the postage? And when?', ['Who pays the postage? And when?']],
    ['What does E-4021 mean, and what do I do about it?', ['What does E-4021 mean', 'what do I do about it?']],
  ])('of %s', (question, parts) => {
    expect(partsOf(question)).toEqual(parts);
  });

  it('do not begin with a whole story, but with what it names', () => {
    const story = `We have had the LP-900 since the spring. ${'It stands in the hall beside the dairy line. '.repeat(10)}`;
    expect(partsOf(`${story}What do I do about it?`)).toEqual(['What do I do about it (LP-900)?']);
    expect(partsOf(`${story}Who pays the postage?`)).toEqual(['Who pays the postage?']);
  });

  it('are not more than are worth searching for: then the question stays whole', () => {
    const question = 'What is salt, what is tin, what is lead, what is zinc, what is iron?';
    expect(partsOf(question)).toEqual([question]);
    expect(partsOf(question, 5)).toHaveLength(5);
  });
});

describe('the correction of a word', () => {
  const vocabulary = ['password', 'length', 'minimum', 'administrators', 'load', 'waits'];
  it.each([
    ['pasword', 'password'],
    ['lenght', 'length'],
    ['minimun', 'minimum'],
    ['admnistrators', 'administrators'],
  ])('%s', (word, right) => {
    expect(correction(word, vocabulary)).toBe(right);
  });

  it.each(['loud', 'watts', 'singapore', 'xassword', 'e4012'])('is not made where another word may be meant: %s', (word) => {
    expect(correction(word, vocabulary)).toBeUndefined();
  });
});
