import { InvalidInput } from '../../errors.ts';
import { cleanText } from '../clean.ts';
import { encodings } from './encoding.ts';

/** How much of a text may be control characters or undecodable before it is taken for something else. */
const NOISE = { share: 0.02, count: 10 };
const SAMPLE_CHARS = 100_000;

/**
 * Text of bytes in whatever encoding they are (`declared` is what the document or its surroundings say of it), with LF
 * line ends and without what Postgres can't store. Throws InvalidInput NOT_TEXT when the bytes are no text.
 */
export async function decode(bytes: Uint8Array, declared?: readonly (string | undefined)[]): Promise<string> {
  for await (const encoding of encodings(bytes, declared ?? [])) {
    const text = decodeAs(encoding, bytes);
    if (text !== undefined && !isNoise(text)) return cleanText(text).replaceAll(/\r\n?/g, '\n');
  }
  throw new InvalidInput('NOT_TEXT', 'The file is not text, in no encoding that is known here.');
}

/** Undefined where the encoding is not known, or bytes are none of its characters. */
function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    // UTF-8 stands last when it is nearly all valid: a file that was cut in the middle of a character is still text.
    return new TextDecoder(encoding, { fatal: encoding !== 'utf-8' }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function isNoise(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
  const noise = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u0084\u0086-\u009f\ufffd]/g)?.length ?? 0;
  return noise > NOISE.count && noise > sample.length * NOISE.share;
}
