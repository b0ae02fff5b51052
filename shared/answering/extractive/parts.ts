import { sentences } from '../../documents/chunk/sentences.ts';
import { isBare, resolved, subjectsOf } from './refer.ts';

const ASKS =
  'what|which|who|whom|whose|when|where|why|how|is|are|does|do|did|can|may|must|will|until when|for how|by when|at what|on what|in what|with what|was|wie|wer|wann|wo|welche[rsnm]?|warum|wieviel|qué|quién|cuándo|cuánt[oa]s?|dónde|cómo|cuál|qui|que|quand|où|comment|combien|quel(?:le)?s?';
/** Where a question goes on to ask something else. */
const NEXT = new RegExp(String.raw`(?:\s*[,;]\s*(?:and|und|y|et)?|\s+(?:and|und|y|et))\s+(?=(?:${ASKS})\b)`, 'iu');

/** Verbs that a question begins with, besides. */
const BEGINS =
  'darf|dürfen|kann|können|muss|müssen|soll|sollen|ist|sind|hat|haben|gibt|puedo|puede|debo|debe|hay|est|sont|puis|peut|dois|doit';
/** Where nothing of it stands, nothing is asked. */
const SOMEWHERE = new RegExp(String.raw`(?<!\p{L})(?:${ASKS}|${BEGINS})(?!\p{L})`, 'iu');

/** What is told before a question belongs to it; a whole story would only hide what is asked. */
const MOST_TOLD_CHARS = 300;

/** The several things that a question asks, as it asks them; what asks nothing stays with what comes after it. */
export function partsOf(question: string, most = 4): readonly string[] {
  const parts: string[] = [];
  let told = '';
  for (const { start, end } of sentences({ text: question, language: 'und' }, { start: 0, end: question.length })) {
    const sentence = question.slice(start, end).trim();
    if (!sentence) continue;
    if (!/[?？؟]\s*$/u.test(sentence) && end < question.length) {
      told = `${told} ${sentence}`.trim();
      continue;
    }
    const [first = '', ...others] = piecesOf(sentence);
    for (const part of [withTold(told, first), ...others]) if (/\p{L}{2}|\p{N}/u.test(part)) add(parts, part.trim(), question);
    told = '';
  }
  if (told) parts.push(told);
  return parts.length > most || parts.length === 0 ? [question.trim()] : parts;
}

/** What says nothing of its own is asked for by itself only where it can be told what it is about; else it stays with what is before it. */
function add(parts: string[], part: string, question: string): void {
  const last = parts.at(-1);
  if (last === undefined || !isBare(part) || parts.some((each) => subjectsOf(each).length > 0)) {
    parts.push(part);
    return;
  }
  const from = question.indexOf(last);
  const to = question.indexOf(part, from + last.length) + part.length;
  parts[parts.length - 1] = from >= 0 && to > from ? question.slice(from, to) : `${last} ${part}`;
}

const withTold = (told: string, part: string): string =>
  told.length > MOST_TOLD_CHARS ? (resolved([part], [told])[0] ?? part) : `${told} ${part}`.trim();

function piecesOf(sentence: string): readonly string[] {
  const [first = '', second, ...others] = sentence.split(NEXT);
  if (second === undefined || SOMEWHERE.test(first)) return second === undefined ? [first] : [first, second, ...others];
  return [sentence.slice(0, sentence.indexOf(second, first.length) + second.length), ...others];
}
