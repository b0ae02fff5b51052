import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missing } from './held-against.ts';

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const KLEIN =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const ZEHNER = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

function english(n: number): string {
  if (n >= 1000) return [english(Math.floor(n / 1000)), 'thousand', n % 1000 ? english(n % 1000) : ''].join(' ').trim();
  if (n >= 100) return [SMALL[Math.floor(n / 100)], 'hundred', n % 100 ? `and ${english(n % 100)}` : ''].join(' ').trim();
  return n < 20 ? (SMALL[n] ?? '') : [TENS[Math.floor(n / 10)], n % 10 ? SMALL[n % 10] : undefined].filter(Boolean).join('-');
}

function german(n: number): string {
  if (n >= 1000) return `${german(Math.floor(n / 1000))}tausend${n % 1000 ? german(n % 1000) : ''}`;
  if (n >= 100) return `${KLEIN[Math.floor(n / 100)]}hundert${n % 100 ? german(n % 100) : ''}`;
  if (n < 20) return KLEIN[n] ?? '';
  return `${n % 10 ? `${KLEIN[n % 10]}und` : ''}${ZEHNER[Math.floor(n / 10)]}`;
}

function chinese(n: number): string {
  const digits = [...'零一二三四五六七八九'];
  const powers = ['', '十', '百', '千'];
  const written = [...String(n)].map(Number);
  const places = written.map((digit, i) => (digit === 0 ? '零' : `${digits[digit]}${powers[written.length - 1 - i]}`));
  return places.join('').replace(/零+/g, '零').replace(/零$/, '').replace(/^一十/, '十');
}

const SPELT = [
  { language: 'English', spell: english, sentence: (n: string) => `It takes ${n} days.` },
  { language: 'German', spell: german, sentence: (n: string) => `Es dauert ${n} Tage.` },
  { language: 'Chinese', spell: chinese, sentence: (n: string) => `需要${n}天。` },
];
const number = fc.integer({ min: 2, max: 9_999 });

describe.each(SPELT)('a number in words, in $language', ({ spell, sentence }) => {
  it('is the same number in digits, whichever of the two the passage has', () => {
    fc.assert(
      fc.property(number, (n) => {
        expect(missing(sentence(spell(n)), sentence(String(n)))).toEqual([]);
        expect(missing(sentence(String(n)), sentence(spell(n)))).toEqual([]);
      }),
    );
  });

  it('is no other number', () => {
    fc.assert(
      fc.property(number, number, (n, other) => {
        fc.pre(n !== other);
        expect(missing(sentence(spell(n)), sentence(String(other)))).not.toEqual([]);
        expect(missing(sentence(String(n)), sentence(spell(other)))).not.toEqual([]);
      }),
    );
  });
});

describe('a number in words stands in a passage', () => {
  it.each([
    ['of another language', 'It takes sixty days.', 'innerhalb von sechzig Tagen'],
    ['in Spanish', 'Son veintiún días.', '21 days'],
    ['in Spanish, of three digits', 'Son ciento treinta y seis días.', '136 días'],
    ['in French', 'quatre-vingt-dix-sept jours', '97 days'],
    ['in French, of Switzerland', 'septante et un jours', '71 jours'],
    ['in Italian', 'duecentoventotto giorni', '228 giorni'],
    ['in Portuguese', 'trezentos e quarenta e dois dias', '342 dias'],
    ['in Dutch', 'honderdtweeëntwintig dagen', '122 dagen'],
    ['in Japanese', '六十日以内に', 'within 60 days'],
    ['by its digits in Chinese', '二〇二六年三月五日到期', 'due on 5 March 2026'],
    ['as a percentage in Chinese', '百分之四十', '40 %'],
    ['in a German adjective', 'eine dreißigtägige Frist', '30 Tage'],
    ['with its digits behind it', 'within thirty (30) days', '30 days'],
    ['of millions', 'two million users', '2,000,000 users'],
    ['or it is two of them', 'between one hundred and twenty', 'from 20 to 100'],
    ['that is another word as often', 'Das sind 8 Kunden.', 'Die acht Kunden sind von der Firma.'],
    ['or it is a half', 'half of the price', '50 % of the price'],
    ['or it is a half of another language', 'Half of the price is refunded.', 'Die Hälfte wird erstattet.'],
    ['or it is double', 'twice the fee', '200 % of the fee'],
  ])('%s', (_, sentence, passage) => {
    expect(missing(sentence, passage)).toEqual([]);
  });
});

describe('a number in words that stands in no passage is missing', () => {
  it.each([
    ['of two digits', 'within sixty days', '30 days', ['sixty']],
    ['of a hundred', 'within a hundred days', '30 days', ['a hundred']],
    ['of a part of it', 'one hundred and thirty days', '100 days', ['one hundred and thirty']],
    ['of a percentage', 'ninety percent', '40 %', ['ninety']],
    ['of a half', 'Half of the price is refunded.', '40 % of the price', ['Half of']],
    ['of double', 'It costs double the price.', '40 % of the price', ['double the']],
    ['that is a part of a phrase there', 'It takes 11 days.', 'The end of it is at once, for that is the rule.', ['11']],
    ['in German', 'sechsunddreißig Monate', '24 Monate', ['sechsunddreißig']],
    ['in Italian', 'duecento giorni', '20 giorni', ['duecento']],
    // Chinese numerals are shown in digits: they are read as such.
    ['in Chinese', '三十六个月', '24个月', ['36']],
    ['in Japanese', '六十日以内に', '30日以内', ['60']],
    ['in Chinese, of a year', '两年', '三年', ['2']],
  ])('%s', (_, sentence, passage, expected) => {
    expect(missing(sentence, passage)).toEqual(expected);
  });
});

describe('a word that may be a number is none', () => {
  it.each([
    ['one, which is an article', 'Only one of them is needed.'],
    ['once and second in English', 'Once it runs, wait a second.'],
    ['an article in German', 'Man braucht einen Schlüssel und eine Pumpe.'],
    ['heed in German', 'Der Kunde muss acht geben, wenn er die Pumpe öffnet.'],
    ['of the in Portuguese', 'Os dados dos clientes não são de uma empresa.'],
    ['new in French', 'un appareil neuf est dans la boîte'],
    ['at the in Dutch', 'het moet ten minste van de klant zijn'],
    ['as a part of Chinese words', '一般来说这样做十分安全，万一出错，千万不要打开，统一处理三角形和百合'],
    ['as a part of Japanese words', '電源は十分に確認し、一部を三角の箱に入れる'],
    ['without a number of its own', 'several hundred pumps, a few thousand hoses'],
    ['a half that is a place', 'the second half of the year, half an hour, a half-open valve'],
  ])('%s', (_, sentence) => {
    expect(missing(sentence, 'x')).toEqual([]);
  });
});
