const SCRIPTS = {
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  hangul: /\p{Script=Hangul}/gu,
  han: /\p{Script=Han}/gu,
  latin: /\p{Script=Latin}/gu,
} as const;

/** A letter of Han says as much as several Latin ones. */
const WEIGHT = 3;

/** The script that most of a text is written in; a text with kana is Japanese. Undefined for all others. */
export function scriptOf(text: string): keyof typeof SCRIPTS | undefined {
  const count = (script: keyof typeof SCRIPTS) => text.match(SCRIPTS[script])?.length ?? 0;
  const [kana, hangul, han, latin] = [count('kana'), count('hangul'), count('han'), count('latin')];
  if (WEIGHT * (kana + hangul + han) <= latin) return latin > 0 ? 'latin' : undefined;
  if (hangul > kana + han) return 'hangul';
  return kana > 0 ? 'kana' : 'han';
}
