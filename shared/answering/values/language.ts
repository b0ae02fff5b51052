/** Small words that are one language's alone, or nearly. */
const SMALL: Readonly<Record<string, string>> = {
  en: 'the of and are was with for this that must within from by which it you',
  de: 'der die das und ist sind wird werden nicht ein eine einem einer mit für von den dem bei zum zur auf sie haben wenn nach innerhalb kann können',
  es: 'el la los las en una y es son con por del se que al debe su un para sin',
  fr: 'le la les en une et est sont avec pour du des dans qui sur au aux doit un vous sans',
  it: 'il la gli una e è sono con per della del che nel di deve un senza',
  pt: 'o os uma e é são com por da do das dos que não em deve um para sem',
  nl: 'de het een zijn met voor van dat niet wordt worden moet',
};
const WORDS = Object.entries(SMALL).map(([language, words]) => [language, new Set(words.split(' '))] as const);

/** The language that a few words seem to be in, of those written in Latin letters that are here; undefined where they don't say. */
export function smallWordsLanguage(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = WORDS.map(([language, small]) => ({ language, count: words.filter((word) => small.has(word)).length })).sort(
    (a, b) => b.count - a.count,
  );
  const [first, second] = counts;
  return first && first.count > (second?.count ?? 0) ? first.language : undefined;
}
