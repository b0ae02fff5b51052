import { describe, expect, it } from 'vitest';
import { missing } from './held-against.ts';

describe('a value of a sentence stands in a passage', () => {
  it.each([
    ['a number', 'It takes 30 days.', 'within 30 days of delivery'],
    ['with separators of thousands', 'It costs 1,180 euros.', 'Price: 1180 EUR'],
    ['with separators of another language', 'It costs 1,180.50 EUR.', 'Preis: 1.180,50 €'],
    ['with spaces for separators', 'It costs 12500 EUR.', 'Prix : 12 500 €'],
    ['with zeros that say nothing', 'It costs €1,180.', '1,180.00 EUR'],
    ['with its unit joined', 'It runs on 24V.', 'a supply of 24 V'],
    ['with its unit apart', 'It runs on 24 V.', 'a 24V supply'],
    ['counted in an adjective', 'There is a 30-day limit.', 'within 30 days'],
    ['in a word', 'It takes 3 working days.', 'within three working days'],
    ['as a word', 'It takes three working days.', '3 Arbeitstage'],
    ['in full-width digits', '30日以内です。', '３０日以内に返品できます'],
    ['in Arabic digits', 'خلال 30 يوما', 'خلال ٣٠ يوما'],
    ['in millions', 'It cost 1.2 million euros.', '1,200,000 EUR'],
    ['in ten thousands', '3万円です。', '価格は30,000円'],
    ['below zero', 'Store it at −20 °C.', 'bei -20 °C lagern'],
    ['of a range', 'Between 2 and 8 °C.', '2–8 °C'],
    ['a percentage', 'The fee is 18 percent.', 'a fee of 18 %'],
    ['a percentage in Japanese', '手数料は18％です。', 'a fee of 18 %'],
    ['a day', 'It is due on 3 December 2026.', 'due 2026-12-03'],
    ['a day without its year', 'It is due on 3 December.', 'Due: 03.12.2026'],
    ['a day in German', 'Fällig am 3. Dezember 2026.', 'due on December 3rd, 2026'],
    ['a day in Spanish', 'Vence el 3 de diciembre de 2026.', 'due on 3 December 2026'],
    ['a day in Chinese', '2026年12月3日到期。', 'due on 3 December 2026'],
    ['a day that may be one of two', 'It is due on 12/03/2026.', 'due on 3 December 2026'],
    ['a month', 'It comes in January 2027.', 'planned for 15 January 2027'],
    ['a year', 'It began in 2024.', 'since 2024-05-01'],
    ['a time', 'It opens at 2 p.m.', 'open from 14:00'],
    ['a code', 'E-4012 means heat.', 'Error E4012: heat'],
    ['a code with a space', 'It meets ISO 9001.', 'certified to ISO-9001'],
    ['a version', 'Fixed in v2.4.1.', 'Release 2.4.1'],
    ['a quotation', 'It says “Keep  dry” on it.', 'the label **KEEP DRY**'],
    ['a quotation with a gap', 'It says "switch off … clean the filter".', 'Switch off the pump and clean the filter.'],
    ['a quotation in Japanese', '「電源を切る」とあります。', 'まず 電源 を切る。'],
    ['a link', 'See https://example.com/a?b=1.', 'at https://example.com/a?b=1 there is'],
    ['the link of a word', 'See [here](https://example.com/a).', 'https://example.com/a'],
    ['an address', 'Write to help@example.com.', 'help@example.com'],
    ['a name', "It is Larkspur's depot in Groningen.", 'Larkspur has a depot in Groningen.'],
    ['a name inside another script', 'Larkspur社の製品です。', 'Larkspur Fluidics'],
  ])('%s', (_, sentence, text) => {
    expect(missing(sentence, text)).toEqual([]);
  });

  it('each in another one', () => {
    expect(missing('E-4012 is due to heat, and 20 minutes help.', 'E-4012: heat', 'wait 20 minutes')).toEqual([]);
  });

  it('and a name may have another form in another language', () => {
    expect(missing('Die Firma ist in den Vereinigten Staaten und nicht in Deutschland.', 'The company is in the United States.')).toEqual(
      [],
    );
    expect(missing('La sede está en los Países Bajos.', 'The company is in the Netherlands and that is the seat of it.')).toEqual([]);
  });
});

describe('a value that stands in no passage is missing', () => {
  it.each([
    ['a number', 'It takes 45 days.', 'within 30 days', ['45']],
    ['a number that is a part of another', 'It costs 18 euros.', '1,180 EUR and 18.5 EUR', ['18']],
    ['a number that is a part of a code', 'It has 4012 pumps.', 'Error E-4012', ['4012']],
    ['a number in a word', 'It takes four days.', 'within three days', ['four']],
    ['a number of another size', 'It cost 12.5 euros.', '12,500 euros', ['12.5']],
    ['the other side of zero', 'At -20 °C.', 'at 20 °C', ['-20']],
    ['a percentage of nothing', 'It is 30 %.', 'within 30 days', ['%']],
    ['a currency', 'It costs 30 dollars.', 'It costs 30 EUR', ['dollars']],
    ['a day', 'It is due on 4 December 2026.', 'due on 3 December 2026', ['4 December 2026']],
    ['a day of another year', 'It is due on 3 December 2027.', 'due on 3 December 2026', ['3 December 2027']],
    ['a month', 'It comes in February.', 'planned for January', ['February']],
    ['a time', 'It opens at 3 pm.', 'open from 14:00 to 16:00', ['3 pm']],
    ['a code', 'E-4013 means heat.', 'E-4012 means heat', ['E-4013']],
    ['a version', 'Fixed in v2.4.2.', 'Fixed in v2.4.1', ['v2.4.2']],
    ['a quotation', 'It says "never open".', 'open with care', ['"never open"']],
    ['a link', 'See https://evil.example/?q=1.', 'See https://example.com', ['https://evil.example/?q=1.']],
    ['a picture, wherever it stands', '![x](https://a.example/p.png)', 'https://a.example/p.png', ['![x](https://a.example/p.png)']],
    ['an element of HTML', '<img src="//a.example/p">', '<img src="//a.example/p">', ['<img src="//a.example/p">']],
    ['a name', 'It is made in Osaka.', 'It is made in Groningen', ['Osaka']],
    ['an acronym in German', 'Das Gerät ist mit PROFINET verbunden.', 'Das Gerät ist mit RS485 verbunden', ['PROFINET']],
  ])('%s', (_, sentence, text, values) => {
    expect(missing(sentence, text)).toEqual(values);
  });

  it('all of them where nothing is cited', () => {
    expect(missing('It takes 30 days.')).toEqual(['30']);
  });

  it('but not what is at the beginning of a sentence, nor a noun in German', () => {
    expect(missing('Customers return it. However: Goods stay dry.', 'x')).toEqual([]);
    expect(missing('Die Ware ist in der Verpackung.', 'x')).toEqual([]);
  });
});
