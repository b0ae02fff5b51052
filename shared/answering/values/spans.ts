/**
 * Units of time: as a sentence has them behind a number, and as a passage may have them, in any language. Thirty weeks are no thirty
 * days, though thirty stands there. In Chinese and Japanese a day is a date as well: there they are not looked for in a sentence.
 */
const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  ['seconds?|sekunden?|segundos?|secondes?|secondi', String.raw`sec|sek|seg|秒|초|\ds\b`],
  ['minutes?|minuten?|minutos?|minuti', 'min|分|분'],
  ['hours?|stunden?|horas?|heures?|ore', String.raw`hour|hrs?\b|\d ?h\b|st[uü]nd|hora|heure|\bor[ae]\b|時|时|시간|uhr|24\/7`],
  ['days?|tage?n?|días?|dias?|jours?|giorni', 'day|dai|tag|täg|d[ií]a|jour|giorn|日|天|일|24-?hour'],
  ['weeks?|wochen?|semanas?|semaines?|settimane', 'week|woche|wöch|semana|semaine|settiman|週|周|星期|주'],
  ['months?|monate?n?|mes(?:es)?|mois|mesi', String.raw`month|monat|\bmes|mois|月|월|annual|year`],
  ['years?|jahre?n?|años?|anos?|ans|années?|anni', String.raw`year|annu|jahr|jähr|año|\bano|\bans?\b|année|\bann[io]|年|년`],
].map(([said = '', there = '']) => [
  new RegExp(String.raw`\d[\d.,]*(?: |-)?(?:(?:working|business|calendar|full) )?(?:${said})(?!\p{L})`, 'iu'),
  new RegExp(there, 'iu'),
]);

/** Spans of time whose unit no source has, as the sentence has them. */
export const missingSpans = (sentence: string, sources: readonly string[]): readonly string[] =>
  UNITS.flatMap(([said, there]) => {
    const written = said.exec(sentence)?.[0];
    return written && !sources.some((text) => there.test(text)) ? [written] : [];
  });
