import { sentences } from '../documents/chunk/sentences.ts';
import { MOST_QUERY_CHARS } from '../retrieval/backend.ts';

const ASKS = /[?？؟][\s"'”’»)]*$/u;

/**
 * What to search for, of a text that may be longer than a search may be: the last questions of it, and as much of what stands right before
 * as there is room for, in its order. What people write last is what they want to know.
 */
export function queryOf(text: string, most = MOST_QUERY_CHARS): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  const ranges = sentences({ text: whole, language: 'und' }, { start: 0, end: whole.length });
  const pieces = ranges.map(({ start, end }, at) => ({ at, said: whole.slice(start, end).trim() })).filter(({ said }) => said !== '');
  const asking = pieces.filter(({ said }) => ASKS.test(said));
  const last = asking.at(-1) ?? pieces.at(-1);
  if (!last || last.said.length > most) return tailOf(last?.said ?? whole, most);
  const before = pieces.filter(({ at }) => at < last.at).toReversed();
  const taken = [last];
  let room = most - last.said.length;
  for (const piece of [...before.filter((each) => asking.includes(each)), ...before.filter((each) => !asking.includes(each))]) {
    if (piece.said.length + 1 > room) break;
    taken.push(piece);
    room -= piece.said.length + 1;
  }
  return taken
    .sort((a, b) => a.at - b.at)
    .map(({ said }) => said)
    .join(' ');
}

/** The end of a text, from the beginning of a word. */
function tailOf(text: string, most: number): string {
  const tail = text.slice(-most).toWellFormed();
  return /\s/.test(tail.trim()) ? tail.replace(/^\S*\s+/, '') : tail;
}
