import { InvalidInput } from '../../../errors.ts';
import { tooDeep } from '../refuse.ts';

const MOST_LEVELS = 500;

/** JSON.parse, with a bound on the nesting, for what walks the value recurses. Throws InvalidInput. */
export function parseJson(text: string): unknown {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    if (depth > MOST_LEVELS) throw tooDeep();
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidInput('MALFORMED', `The file is not valid JSON: ${error instanceof Error ? place(error.message) : ''}`, {
      cause: error,
    });
  }
}

/** Where V8 stopped, without the text that it quotes. */
const place = (message: string): string => /at position \d+(?: \(line \d+ column \d+\))?/.exec(message)?.[0] ?? 'it ends too soon';
