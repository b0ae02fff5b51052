import { InvalidInput } from '../../../errors.ts';
import { tooDeep } from '../refuse.ts';

const MOST_LEVELS = 500;

/**
 * JSON.parse, with a bound on the nesting, for what walks the value recurses; a number that would be written otherwise,
 * such as an identifier of 20 digits or `1.10`, is the string that the file has. Throws InvalidInput.
 */
export function parseJson(text: string): unknown {
  refuseNesting(text);
  try {
    return UNLIKE.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text);
  } catch (error) {
    throw new InvalidInput('MALFORMED', `The file is not valid JSON${error instanceof Error ? place(error.message) : ''}.`, {
      cause: error,
    });
  }
}

/**
 * A number that may be written otherwise: of 16 digits, with a last digit of 0, an exponent, very small, or -0. To look
 * at each value is 14 times as slow as to parse alone.
 */
const UNLIKE = /(?:^|[:[,\s])(?:-?(?:[\d.]{16}|\d+\.\d*0(?!\d)|[\d.]+[eE]|0\.000000)|-0(?![\d.]))/;

/** The third argument is of ES2026, which the types of the library don't have yet. */
const asWritten = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined && String(value) !== context.source ? context.source : value;

/** Character by character: a regular expression that takes strings whole uses up its stack on those of 8 MB. */
function refuseNesting(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      if (++depth > MOST_LEVELS) throw tooDeep();
    } else if (char === '}' || char === ']') depth--;
  }
}

/** Where V8 stopped, as far as it says so, without the text that it quotes. */
function place(message: string): string {
  const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message)?.[0];
  if (position) return `: ${position}`;
  return /unexpected end/i.test(message) ? ': it ends too soon' : '';
}
