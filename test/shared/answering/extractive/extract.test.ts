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

  it('says how long it is, where that is asked', async () => {
    const warranty = markPassages([
      passage('The flat rate of a repair is 120 EUR for the LP-350 and 180 EUR for the LP-900.', { title: 'Warranty', section: 'Repair' }),
      passage('| Product | Period |\n|---|---|\n| LP-350 | 24 months |\n| LP-900 | 36 months |', { title: 'Warranty', section: 'Periods' }),
    ]);
    expect(await extract('How long is the warranty of the LP-900?', warranty)).toMatchObject({
      text: 'Product: LP-900; Period: 36 months [S2].',
    });
  });

  it('says what it announces', async () => {
    const refunds = '- Scratched: 15 %\n- Broken: 40 %\n\nA claim is made within 7 days.';
    const policy = markPassages([passage(`Whoever keeps a damaged item gets a partial refund:\n\n${refunds}`, { title: 'Policy' })]);
    expect(await extract('What is a partial refund of a damaged item?', policy)).toMatchObject({
      text: 'Whoever keeps a damaged item gets a partial refund: [S1]. Scratched: 15 % [S1]. Broken: 40 % [S1].',
    });
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

  it('is refused where no word of the question stands in what is nearest to it, whatever the encoder says', async () => {
    for (const question of [
      '환불은 며칠 걸립니까?',
      'ما هو سعر المضخة؟',
      'Сколько дней на возврат товара?',
      'Сколько стоит LP-350?',
      'Is breakfast included?',
    ]) {
      expect(await answer(question, async (_, texts) => texts.map(() => 0.9))).toBe('REFUSED');
    }
  });

  it('is given to a question in several languages for a word that it shares', async () => {
    expect(await answer('сколько платит postage?', async (_, texts) => texts.map(() => 0.9))).toMatch('The buyer pays the postage');
  });

  const codes = markPassages([
    passage('SUPPORT CASE CS-26\nSubject: E-4012 on four pumps\nProduct: LP-350', { title: 'Support thread', documentId: 'thread.txt' }),
    passage('Two nodes have one address. The line works; that is the difference from E-4012.', {
      title: 'E-4013',
      section: 'E-4013 > Meaning',
    }),
    passage('The pump received no valid frame.', { title: 'E-4012', section: 'E-4012 > Meaning', documentId: 'e-4012.md' }),
    passage('1. Check pins 3 and 8.\n2. Measure between A and B.\n3. Compare register 40022.', {
      title: 'E-4012',
      section: 'E-4012 > What to do',
      documentId: 'e-4012.md',
    }),
    passage('- E-4013: two nodes with one address.', { title: 'E-4012', section: 'E-4012 > Related codes', documentId: 'e-4012.md' }),
  ]);
  it.each([
    ['what a code means', 'What does E-4012 mean?', 'The pump received no valid frame [S3].'],
    [
      'what to do about it, every step',
      'What do I do about it (E-4012)?',
      'Check pins 3 and 8 [S4]. Measure between A and B [S4]. Compare register 40022 [S4].',
    ],
  ])('is from below the heading that says so: %s', async (_, question, text) => {
    expect(await extract(question, codes)).toEqual({ refused: false, text });
  });

  it('is no sentence and no row about another code', async () => {
    const periods = [
      '| Product | Period |\n|---|---|\n| LP-200, LP-350 pump drives | 24 months |\n| LP-900 pump drive | 36 months |',
      '| Product | Period |\n|---|---|\n| LP-200, LP-350 pump drives | 24 months |\n\nThe LP-900 has a brochure.',
    ].map((text) => markPassages([passage(text, { title: 'Warranty', section: 'Warranty > Periods' })]));
    const said = await Promise.all(periods.map((each) => extract('What is the warranty period (LP-900)?', each)));
    expect(said[0]).toEqual({ refused: false, text: 'Product: LP-900 pump drive; Period: 36 months [S1].' });
    expect(said[1]).not.toMatchObject({ text: expect.stringContaining('24 months') });
  });

  it('keeps what looks like a marker in a document, and cites nothing by it', async () => {
    const orion = markPassages([passage('Press switch [S1] to start the Orion mixer.'), passage('Press [S2] to stop the Orion mixer.')]);
    const extracted = await extract('How do I start the Orion mixer?', orion);
    if (extracted.refused) return expect.fail();
    expect(extracted.text).toMatch(/^Press switch \[·S1\] to start the Orion mixer \[S1\]\./);
    expect(checkAnswer(extracted.text, orion)).toMatchObject({ unresolved: [], verdicts: [{ status: 'supported', markers: ['[S1]'] }] });
  });

  it.each([
    '[…] Holiday requests are filed in the Meridian portal.',
    '**[…] Holiday requests are filed in the Meridian portal.**',
    '[…]\n[…] Holiday requests are filed in the Meridian portal. […]',
    '- […] Holiday requests are filed in the Meridian portal […]',
  ])('neither begins nor ends where something was left out: %s', async (text) => {
    expect(await extract('Where are holiday requests filed?', markPassages([passage(text)]))).toEqual({
      refused: false,
      text: 'Holiday requests are filed in the Meridian portal [S1].',
    });
  });
});
