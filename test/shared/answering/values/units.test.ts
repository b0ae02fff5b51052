import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missing } from './held-against.ts';

/** Spellings of units: those of a line are the same one. */
const UNITS = [
  ['kg', 'kilograms', 'Kilogramm', 'kilogramos', '公斤', 'キログラム'],
  ['g', 'grams', 'Gramm', '克'],
  ['t', 'tonnes', 'Tonnen', '吨', 'トン'],
  ['V', 'volts', 'Volt', '伏', 'ボルト'],
  ['kV', 'kilovolts', 'Kilovolt'],
  ['A', 'amps', 'Ampere', '安培'],
  ['mW', 'milliwatts'],
  ['MW', 'megawatts'],
  ['bar', 'bars'],
  ['psi', 'PSI'],
  ['°C', '°c', 'degrees Celsius', '摄氏度'],
  ['°F', 'degrees Fahrenheit'],
  ['mm', 'millimetres', '毫米', 'ミリ'],
  ['l', 'litres', 'Liter', '升'],
  ['days', 'working days', 'Tage', 'Werktagen', 'jours', 'días', 'giorni', 'dagen', '天', '日間', '个工作日'],
  ['weeks', 'Wochen', 'semanas', '週間', '周'],
  ['months', 'Monate', 'mois', 'meses', '个月', 'ヶ月', 'か月', '개월'],
  ['years', 'Jahre', 'années', 'años', '年'],
  ['hours', 'h', 'Stunden', 'heures', '小时', '時間'],
  ['EUR', '€', 'euros', '欧元', 'ユーロ'],
  ['%', 'percent', 'Prozent', 'per cent', 'パーセント'],
];
const number = fc.integer({ min: 2, max: 999 });
const line = fc.constantFrom(...UNITS);

describe('a number and its unit', () => {
  it('hold in any spelling of the unit', () => {
    const spellings = line.chain((line) => fc.tuple(fc.constantFrom(...line), fc.constantFrom(...line)));
    fc.assert(
      fc.property(number, spellings, (n, [said, there]) => {
        expect(missing(`It is ${n} ${said}.`, `It is ${n} ${there}.`)).toEqual([]);
      }),
    );
  });

  it('do not hold in another unit, nor where the units of two numbers are exchanged', () => {
    fc.assert(
      fc.property(number, number, line, line, (n, m, [one = ''], [other = '']) => {
        fc.pre(one !== other && n !== m);
        expect(missing(`It is ${n} ${one}.`, `It is ${n} ${other}.`)).not.toEqual([]);
        expect(missing(`It has ${n} ${one} and ${m} ${other}.`, `It has ${m} ${one} and ${n} ${other}.`)).toHaveLength(2);
      }),
    );
  });
});

describe('a number in its unit stands in a passage', () => {
  it.each([
    ['with the unit above the column', 'It opens at 7 bar.', '| pressure (bar) | 7 |'],
    ['with the unit before it', 'It weighs 8 kg.', 'Weight in kg: 8'],
    ['in a range', 'It runs from 5 °C to 40 °C.', '5–40 °C'],
    ['in a list', '10 bar and 20 bar', '10, 15 and 20 bar'],
    ['with a word between', 'It runs 8,000 hours.', '8,000 running hours'],
    ['as a price by the month', 'EUR 340 a month', '340.00 EUR / month'],
    ['as a flow', '5 litres a minute', '5 l/min'],
    ['in an adjective', 'a 24-volt pump', '24 V'],
    ['in another case', 'It runs on 24 v.', '24 V'],
    ['in degrees of no scale', 'at 60 °C', '60 degrees'],
    ['around the clock', 'within 24 hours, on 7 days', '24/7'],
    ['of one, which is an article elsewhere', 'It takes 1 year.', 'Es dauert ein Jahr.'],
    ['of one in Chinese', 'It takes 1 year.', '保修期为一年'],
    ['as a time of day', 'à 10 h', 'from 10:00 to 14:00'],
    ['behind another price', '30 EUR 20 days later', '20 days after 30 EUR'],
    ['as the day of a month', '毎月15日', 'on the 15th of each month'],
    ['in a script whose units are not known', '30 days', 'в течение 30 дней'],
    ['as the name of a year', '2026年から', 'since 2026'],
    ['as the name of a decade', 'in the 1990s', 'from the 1990s'],
    ['in words', 'sixty days', '60 Tage'],
  ])('%s', (_, sentence, passage) => {
    expect(missing(sentence, passage)).toEqual([]);
  });
});

describe('a number in another unit is missing', () => {
  const VALVE = 'The valve opens at 7 bar and weighs 8 kg. The motor runs on 24 V.';
  it.each([
    ['of another kind', 'It opens at 7 psi.', VALVE, ['7 psi']],
    ['of another size', 'It weighs 8 g.', VALVE, ['8 g']],
    ['in words', 'It weighs 8 tonnes.', VALVE, ['8 tonnes']],
    ['with a number in words', 'It weighs eight tonnes.', VALVE, ['eight tonnes']],
    ['of something else electric', 'It runs on 24 A.', VALVE, ['24 A']],
    ['exchanged with another', 'It opens at 8 bar and weighs 7 kg.', VALVE, ['8 bar', '7 kg']],
    ['of time in Chinese', '保修期为24年', '保修期为24个月', ['24 年']],
    ['of days in Chinese', '保修期为24天', '保修期为24个月', ['24 天']],
    ['of time in Japanese', '30ヶ月以内', '30日以内', ['30 ヶ月']],
    ['of another currency', '$30 for 20 EUR', '30 EUR for $20', ['$30', '20 EUR']],
    ['not converted', 'It takes 2 years.', '24 months, and 2 days', ['2 years']],
    ['of per cent', 'a fee of 18 %', '18 days, 5 %', ['18 %']],
  ])('%s', (_, sentence, passage, expected) => {
    expect(missing(sentence, passage)).toEqual(expected);
  });
});
