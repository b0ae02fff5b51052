import { beforeAll, describe, expect, it } from 'vitest';
import { type GoldenCorpus, readGoldenCorpus } from '../../../golden/questions/golden-corpus.ts';
import { TENANT } from '../../../golden/questions/golden-set.ts';
import { checkAnswer } from '../../../shared/answering/cite.ts';
import { asSentence } from '../../../shared/answering/extractive/as-sentence.ts';
import { unitsOf } from '../../../shared/answering/passage-units.ts';
import { given } from './passages.ts';

/** A number by itself, small enough to be one of many. */
const NUMBER = /(?<![\p{L}\d.,:/-])\d{1,3}(?![\d.,:/-]|\p{L})/u;

/** Of the sentences, one in so many: all of them take a while. */
const EVERY = 3;

/** What the sample company's documents say, in five languages: a sentence and the section that it is from. */
const sentencesOf = (corpus: GoldenCorpus) =>
  [...corpus.values()].flatMap(({ sections }) =>
    sections.flatMap(({ text }) =>
      unitsOf(text)
        .filter(({ kind }) => kind !== 'heading')
        .map((unit) => ({ section: text, sentence: asSentence({ unit, text: text.slice(unit.start, unit.end) }).replace(/[.!?。]*$/, '') }))
        .filter(({ sentence }) => sentence.length > 15),
    ),
  );
const isDoubted = (sentence: string, section: string): boolean =>
  checkAnswer(`${sentence} [S1].`, given(section)).verdicts.some(({ status }) => status === 'unsupported');

describe('the check of answers, on what documents say', () => {
  let all: ReturnType<typeof sentencesOf>;
  beforeAll(async () => {
    const corpus = await readGoldenCorpus('golden/corpus', TENANT, new AbortController().signal);
    all = sentencesOf(corpus).filter((_, i) => i % EVERY === 0);
  });

  it('doubts nothing that stands there word for word', () => {
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(({ sentence, section }) => isDoubted(sentence, section))).toEqual([]);
  });

  it('doubts a number that was changed, unless the section happens to have it', () => {
    const changed = all.flatMap(({ sentence, section }) => {
      const number = String(Number(NUMBER.exec(sentence)?.[0]) + 7);
      const isThere = new RegExp(String.raw`(?<!\d)0*${number}(?!\d)`).test(section);
      return NUMBER.test(sentence) && !isThere ? [{ sentence: sentence.replace(NUMBER, number), section }] : [];
    });
    expect(changed.length).toBeGreaterThan(100);
    expect(changed.filter(({ sentence, section }) => !isDoubted(sentence, section))).toEqual([]);
  });
});
