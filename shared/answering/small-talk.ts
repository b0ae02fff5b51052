const WORDS = [
  'hello|hi|hey|howdy|greetings|good (?:morning|afternoon|evening|day)|yo',
  'thanks?|thank you|thx|cheers|many thanks|thanks a lot|thank you very much',
  'bye|goodbye|see you|ok(?:ay)?|great|perfect|nice|cool|got it|understood|how are you(?: doing)?|who are you|what can you do|help',
  "hallo|guten (?:tag|morgen|abend)|servus|moin|danke(?: schön)?|vielen dank|tschüss|auf wiedersehen|wie geht(?: e|’|'|e)?s(?: dir| ihnen)?",
  'hola|buen[oa]s (?:días|tardes|noches)|gracias|muchas gracias|adiós|bonjour|bonsoir|salut|merci(?: beaucoup)?|au revoir|ciao|buongiorno|grazie',
  'olá|obrigad[oa]|привет|здравствуйте|спасибо|こんにちは|こんばんは|おはよう(?:ございます)?|ありがとう(?:ございます)?|你好|您好|谢谢|再见|안녕하세요|감사합니다',
].join('|');
const SMALL_TALK = new RegExp(
  String.raw`^(?:(?:${WORDS}|there|everyone|all|again|you|so|very|much|for (?:that|your help|the help))[\s,.!?¡¿！？。、…:)-]*)+$`,
  'iu',
);
const STARTS = new RegExp(String.raw`^[¡¿\s]*(?:${WORDS})(?![\p{L}\p{N}])`, 'iu');

/** Longer is no greeting, and would be read in more ways than there is time for. */
const MOST_CHARS = 80;

/** Whether somebody only greets, thanks or takes leave: nothing to search for, and nothing that an answer could get wrong. */
export function isSmallTalk(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, '')
    .trim();
  return plain !== '' && plain.length <= MOST_CHARS && STARTS.test(plain) && SMALL_TALK.test(plain.replace(/^[¡¿\s]+/, ''));
}

/** What small talk is answered with. */
export const GREETING = 'Hello! Ask me a question, and I will look for the answer in the documents.';
