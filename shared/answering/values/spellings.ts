/** How a language spells its numbers: words by their value, alternatives apart by a bar, and what may stand between them. */
export interface Spelling {
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

/** By language, those of `language.ts`. */
export const SPELLINGS: Readonly<Record<string, Spelling>> = {
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
