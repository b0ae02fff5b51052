/** How a language spells its numbers: words by their value, alternatives apart by a bar, and what may stand between them. */
interface Spelling {
  /** From one up, as far as they are words of their own. */
  readonly small: string;
  /** Twenty, thirty and so on. */
  readonly tens: string;
  /** Tens that go on with ten to nineteen: `soixante-douze`. */
  readonly long?: readonly number[];
  /** A ten and what is less than it. */
  readonly join: (ten: string, one: string) => readonly string[];
  /** A hundred, two hundred and so on. */
  readonly hundreds: string;
  readonly thousand: string;
  /** Before what is less than a hundred. */
  readonly and: readonly string[];
}

const severalOf = (digits: string, hundred: string, one: string) =>
  [`${hundred}|${one}`, ...digits.split(' ').map((digit) => digit.replaceAll(/[^|]+/g, (each) => each + hundred))].join(' ');

const EN_DIGITS = 'two three four five six seven eight nine';
const DE_DIGITS = 'zwei drei vier fünf|fuenf sechs sieben acht neun';
const NL_DIGITS = 'twee drie vier vijf zes zeven acht negen';
const FR_DIGITS = 'deux trois quatre cinq six sept huit neuf';
const IT_DIGITS = 'due tre quattro cinque sei sette otto nove';

const SPELLINGS: Readonly<Record<string, Spelling>> = {
  en: {
    small: `one ${EN_DIGITS} ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`,
    tens: 'twenty thirty forty|fourty fifty sixty seventy eighty ninety',
    join: (ten, one) => [ten + one],
    hundreds: severalOf(EN_DIGITS, 'hundred', 'onehundred|ahundred'),
    thousand: 'thousand|athousand',
    and: ['', 'and'],
  },
  de: {
    small: `eins|ein|eine|einen|einem|einer ${DE_DIGITS} zehn elf zwölf|zwoelf dreizehn vierzehn fünfzehn|fuenfzehn sechzehn siebzehn achtzehn neunzehn`,
    tens: 'zwanzig dreißig vierzig fünfzig|fuenfzig sechzig siebzig achtzig neunzig',
    join: (ten, one) => [`${one}und${ten}`],
    hundreds: severalOf(DE_DIGITS, 'hundert', 'einhundert'),
    thousand: 'tausend',
    and: ['', 'und'],
  },
  nl: {
    small: `een ${NL_DIGITS} tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien`,
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    join: (ten, one) => [`${one}en${ten}`],
    hundreds: severalOf(NL_DIGITS, 'honderd', 'eenhonderd'),
    thousand: 'duizend',
    and: ['', 'en'],
  },
  fr: {
    small: `un|une ${FR_DIGITS} dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf`,
    tens: 'vingt trente quarante cinquante soixante septante quatrevingt|quatrevingts|huitante|octante nonante',
    long: [60, 80],
    join: (ten, one) => [ten + one, `${ten}et${one}`],
    hundreds: severalOf(FR_DIGITS, 'cent', 'cent').replaceAll(/(\p{L}+cent)(?= |$)/gu, '$1|$1s'),
    thousand: 'mille',
    and: [''],
  },
  es: {
    small:
      'un|uno|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno|veintiún|veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    join: (ten, one) => [`${ten}y${one}`],
    hundreds:
      'cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas',
    thousand: 'mil',
    and: [''],
  },
  it: {
    small: `un|uno|una ${IT_DIGITS} dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove`,
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    // Of two vowels that meet the first is lost: `ventotto`.
    join: (ten, one) => [/^[uo]/.test(one) ? ten.slice(0, -1) + one : ten + one],
    hundreds: severalOf(IT_DIGITS, 'cento', 'cento'),
    thousand: 'mille|mila',
    and: ['', 'e'],
  },
  pt: {
    small:
      'um|uma dois|duas três quatro cinco seis sete oito nove dez onze doze treze catorze|quatorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    join: (ten, one) => [`${ten}e${one}`],
    hundreds:
      'cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas',
    thousand: 'mil',
    and: ['', 'e'],
  },
};

/** Without case, accents, spaces and hyphens: numbers are spelt with and without any of them. */
export const squash = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[\p{M} -]/gu, '');

/** Squashed words by their value, as they have to be looked up; longest first where one may begin another. */
interface Lexicon {
  readonly belowHundred: ReadonlyMap<string, number>;
  readonly hundreds: readonly (readonly [string, number])[];
  readonly thousands: readonly string[];
  readonly and: readonly string[];
}

const words = (list: string): readonly (readonly string[])[] =>
  squash(list.replaceAll(' ', '/'))
    .split('/')
    .map((each) => each.split('|'));

function lexiconOf({ small, tens, long = [], join, hundreds, thousand, and }: Spelling): Lexicon {
  const ones = words(small).flatMap((forms, i) => forms.map((form) => [form, i + 1] as const));
  const compounds = words(tens).flatMap((forms, i) => {
    const ten = 20 + 10 * i;
    const less = ones.filter(([, one]) => one < (long.includes(ten) ? 20 : 10));
    return forms.flatMap((form) => [
      [form, ten] as const,
      ...less.flatMap(([word, one]) => join(form, word).map((each) => [each, ten + one] as const)),
    ]);
  });
  const byLength = (a: readonly [string, number], b: readonly [string, number]) => b[0].length - a[0].length;
  return {
    belowHundred: new Map([...compounds, ...ones]),
    hundreds: words(hundreds)
      .flatMap((forms, i) => forms.map((form) => [form, 100 * (i + 1)] as const))
      .sort(byLength),
    thousands: words(thousand).flat(),
    and,
  };
}

const LEXICONS = Object.values(SPELLINGS).map(lexiconOf);
/** What a number in words may begin with: a look at three letters spares the rest. */
const STARTS = new Set(
  LEXICONS.flatMap(({ belowHundred, hundreds, thousands }) =>
    [...belowHundred.keys(), ...hundreds.map(([word]) => word), ...thousands].map((word) => word.slice(0, 3)),
  ),
);

export const mayBegin = (squashed: string): boolean => STARTS.has(squashed.slice(0, 3)) || squashed === 'a';

/** The number that squashed words are in some language, up to 999,999. No two languages have a word for different numbers. */
export const spelt = (squashed: string): number | undefined =>
  LEXICONS.map((lexicon) => belowMillion(squashed, lexicon)).find((number) => number !== undefined);

function belowMillion(text: string, lexicon: Lexicon): number | undefined {
  for (const word of lexicon.thousands) {
    const at = text.indexOf(word);
    if (at === -1) continue;
    const before = at === 0 ? 1 : belowThousand(text.slice(0, at), lexicon);
    const after = afterAnd(text.slice(at + word.length), lexicon, belowThousand);
    if (before !== undefined && after !== undefined) return before * 1_000 + after;
  }
  return belowThousand(text, lexicon);
}

function belowThousand(text: string, lexicon: Lexicon): number | undefined {
  for (const [word, hundreds] of lexicon.hundreds) {
    const after = text.startsWith(word) ? afterAnd(text.slice(word.length), lexicon, (rest) => lexicon.belowHundred.get(rest)) : undefined;
    if (after !== undefined) return hundreds + after;
  }
  return lexicon.belowHundred.get(text);
}

function afterAnd(text: string, lexicon: Lexicon, read: (rest: string, lexicon: Lexicon) => number | undefined): number | undefined {
  if (text === '') return 0;
  return lexicon.and
    .filter((and) => text.startsWith(and))
    .map((and) => read(text.slice(and.length), lexicon))
    .find((number) => number !== undefined);
}
