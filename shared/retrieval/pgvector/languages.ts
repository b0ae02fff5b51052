/** Postgres's text search configurations by language (those of PostgreSQL 15 and newer), for stemming and stop words. */
const CONFIGS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** Languages whose own words have nothing to stem, and whose foreign words are mostly English. */
const BESIDE_ENGLISH = new Set(['he', 'ja', 'km', 'ko', 'lo', 'my', 'th', 'zh']);

/** The configuration that a language is analysed with. */
export const configOf = (language: string): string => CONFIGS[language] ?? (BESIDE_ENGLISH.has(language) ? 'english' : 'simple');
