import { identifiers } from '../../documents/identify.ts';
import { contentWords, stem } from '../overlap.ts';
import { names } from '../values/names.ts';
import { plainDigits } from '../values/plain-digits.ts';
import type { Value } from '../values/value.ts';

/** Words that a question may have in any subject: a passage that lacks them may answer it all the same. */
const LIGHT = new Set(
  'send take put go run call keep use need want now soon fast quick quickly long often once happen happens happening look like down off turn turns mean means work works make makes making made allow allowed possible let short big small high low highest lowest most least best more less first last next new old own other another way thing things anything something everything someone somebody anybody anyone everybody people person man day time exactly currently actually really still yet already always never ever again back away here too very well right say says said tell ask asked show shows give gives gave given find found know think come comes came become stay start stop begin end set see seen hold held leave try help change kind type sort part parts number amount name called ok okay hi hello hundred bit lot lots able must cannot without within since until because although while however either neither both few several enough quite rather else whether all getting gets got going goes gone doing done being having keeps kept wants wanted needs needed takes took taken comes went u ur r pls plz lol asap btw im ive id dont doesnt cant wont isnt whats hows wheres gonna wanna gotta outta lemme'.split(
    ' ',
  ),
);
/** `429s` are several of them. */
const SEVERAL = /(?<=\d)s\b/g;

/** What a question is about. */
export interface Question {
  /** As it is asked. */
  readonly text: string;
  /** The words that matter, folded; all of them where none matters more. */
  readonly words: readonly string[];
  /** What it names: codes as `identifiers` has them, names as `names` reads them. Passages that don't know them don't answer it. */
  readonly codes: readonly string[];
  readonly names: readonly Value[];
  /** What it counts in: `watts` of `how many watts`. */
  readonly counted: string | undefined;
  /** Of `when`. */
  readonly wantsMoment: boolean;
  /** What a text has that says how long: an answer to that has it, among others. */
  readonly span: RegExp | undefined;
  /** What is written behind the figure that it asks for: a length of `how tall`. */
  readonly measure: RegExp | undefined;
}

const MOMENT =
  /^(?:and |since |until |till |by |from )?when (?:is|was|does|did|will|are|were|has|do)\b|^(?:wann|cuándo|¿cuándo|quand)\b|何時|いつ|什么时候|何时/iu;
/** What is asked for by an adjective of measure, and the units that answer it. */
const MEASURES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bhow (?:tall|high|wide|deep|thick)\b|\bwie (?:hoch|breit|tief|dick)\b/iu,
    /\d ?(?:[µmcdk]?m|metres?|meters?|inch(?:es)?|ft|feet|foot|%)(?![\p{L}])/iu,
  ],
  [/\bhow heavy\b|\bwie schwer\b/iu, /\d ?(?:[mk]?g|t|lbs?|pounds?|tons?|tonnes?|kilos?|kilograms?)(?![\p{L}])/iu],
  [/\bhow loud\b|\bwie laut\b/iu, /\d ?(?:dB|decibels?)/iu],
  [/\bhow (?:hot|cold|warm)\b|\bwie (?:heiß|kalt|warm)\b/iu, /\d ?(?:°|degrees?|grad\b|[CFK]\b)/iu],
];
/** What is asked for by a word of time, and how a text says it. `How long` may ask for a length as well, so it refuses nothing. */
const SPANS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bhow (?:long|soon|quickly)\b|\bwie lange\b|\bcuánto (?:tiempo|tarda)\b|\bcombien de temps\b|多久|多长时间|どのくらい/iu,
    /\b(?:minutes?|hours?|days?|weeks?|months?|years?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|heures?|jours?|semaines?|mois|ans?)\b|[分时時天日周週月年]/iu,
  ],
];
const COUNTED = /\bhow many (?!of\b|more\b|times\b)(\p{L}+)/iu;

/** The words that say what a text is about, folded. */
export const heavyWords = (text: string): readonly string[] =>
  contentWords(text.replaceAll(SEVERAL, '')).filter((word) => !LIGHT.has(word));

/** Takes a question apart. */
export function questionOf(text: string): Question {
  const plain = plainDigits(text);
  const heavy = [...new Set(heavyWords(text))];
  const counted = COUNTED.exec(plain)?.[1]?.toLowerCase();
  return {
    text,
    words: heavy.length > 0 ? heavy : [...new Set(contentWords(text))],
    // `3rd` is no code.
    codes: identifiers(plain.replaceAll(SEVERAL, '').replaceAll(/\b\d+(?:st|nd|rd|th)\b/g, ' ')),
    names: names(plain).filter(({ written }) => contentWords(written).length > 0),
    counted: counted === undefined || LIGHT.has(counted) ? undefined : stem(counted),
    wantsMoment: MOMENT.test(plain),
    span: SPANS.find(([asks]) => asks.test(plain))?.[1],
    measure: MEASURES.find(([asks]) => asks.test(plain))?.[1],
  };
}
