import { describe, expect, it } from 'vitest';
import { checkAnswer, markPassages } from '../../../../shared/answering/cite.ts';
import { extract, type Similarity } from '../../../../shared/answering/extractive/extract.ts';
import { passage } from '../passages.ts';

const given = markPassages([
  passage('An unused item can be returned within 30 days of delivery. The buyer pays the postage of a return.', {
    title: 'Returns',
    documentId: 'returns.md',
  }),
  passage('Damaged items are replaced free of charge when reported within 7 days.', { title: 'Returns', section: 'Damaged items' }),
  passage('Error E-4021 means that the pump overheated. Switch the pump off for 20 minutes and clean the filter.', {
    title: 'Error E-4021',
    documentId: 'errors/e-4021.md',
  }),
  passage('| Model | Price | Weight |\n|---|---|---|\n| LP-200 | 780 EUR | 4 kg |\n| LP-350 | 1,180 EUR | 9 kg |', { title: 'Price list' }),
]);
const answer = async (question: string, similarity?: Similarity) => {
  const extracted = await extract(question, given, similarity);
  return extracted.refused ? 'REFUSED' : extracted.text;
};

describe('an answer without a model', () => {
  it.each([
    ['How many days do I have to return an unused item?', 'An unused item can be returned within 30 days of delivery [S1].'],
    ['Who pays the postage of a return?', 'The buyer pays the postage of a return [S1].'],
    ['What does error E-4021 mean?', 'Error E-4021 means that the pump overheated [S3].'],
    ['What does the LP-350 cost, its price?', 'Model: LP-350; Price: 1,180 EUR; Weight: 9 kg [S4].'],
    [
      'getting 30s all over the place lol, whats the days for an unused item',
      'An unused item can be returned within 30 days of delivery [S1].',
    ],
    ['how manny days to retrun an unusued itme', 'An unused item can be returned within 30 days of delivery [S1].'],
  ])('is what the passages say to: %s', async (question, expected) => {
    expect(await answer(question)).toMatch(expected);
  });

  it('keeps an item that begins in lower case apart from the sentence before it', async () => {
    const items = '- wear parts used up in normal service;\n- drives whose warranty label has been broken;\n- 15 % of the seals in service';
    const extracted = await extract(
      'Which wear parts, drives with a broken label and seals?',
      markPassages([passage(items, { title: 'Warranty' })]),
    );
    if (extracted.refused) return expect.fail();
    const { verdicts } = checkAnswer(extracted.text, given);
    expect(verdicts.map(({ said }) => said)).toEqual([
      'drives whose warranty label has been broken.',
      'wear parts used up in normal service.',
      '15 % of the seals in service.',
    ]);
  });

  it('leaves out a sentence of something else that shares two words with the question', async () => {
    const extracted = await extract(
      'What do I get back for a pump with cosmetic damage that I keep?',
      markPassages([
        passage('Cosmetic damage: 15 % of the price is what customers get back.', { title: 'Returns', section: 'Damaged items' }),
        passage('Pumps keep running on their last recipe when the connection is lost.', { title: 'Incidents' }),
      ]),
    );
    expect(extracted).toEqual({ refused: false, text: 'Cosmetic damage: 15 % of the price is what customers get back [S1].' });
  });

  it('is one that holds against its passages', async () => {
    for (const question of ['Who pays the postage of a return?', 'What does error E-4021 mean?', 'What is the price of the LP-200?']) {
      const { verdicts, unresolved } = checkAnswer(await answer(question), given);
      expect(verdicts.map(({ status }) => status)).toEqual(verdicts.map(() => 'supported'));
      expect(unresolved).toEqual([]);
    }
  });

  it.each([
    ['names what the passages do not know', 'What does error E-4022 mean?'],
    ['names somebody the passages do not know', 'Can an unused item be returned in Singapore?'],
    ['counts in what they do not count in', 'How many decibels does the pump of the LP-350 have?'],
    ['wants a time where they have none', 'When was the price of the LP-350 made?'],
    ['is about something else', 'What is the capital of Mongolia?'],
    ['is about what they leave unsaid', 'How tall is the pump?'],
    ['is about somebody else', 'When was the company founded?'],
    ['has nothing in it', '???'],
  ])('is refused where the question %s', async (_, question) => {
    expect(await answer(question)).toBe('REFUSED');
  });

  it('is refused without passages', async () => {
    expect(await extract('Who pays?', new Map())).toMatchObject({ refused: true, reason: expect.stringMatching(/^Nothing/) });
  });

  it('hears the encoder where words alone do not tell', async () => {
    const question = 'Which person bears the postage costs when goods go back?';
    expect(await answer(question, async (_, texts) => texts.map(() => 0.05))).toBe('REFUSED');
    expect(await answer(question, async (_, texts) => texts.map(() => 0.8))).toMatch(/The buyer pays the postage/);
  });

  it('does not ask the encoder about what it refuses anyway', async () => {
    const similarity: Similarity = () => Promise.reject(new Error('asked'));
    expect(await answer('What does error E-4022 mean?', similarity)).toBe('REFUSED');
  });
});
