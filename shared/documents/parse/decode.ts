import { InvalidInput } from '../../errors.ts';

/** How much of a text may be control characters or undecodable before it is taken for something else. */
const NOISE = { share: 0.02, count: 10 };
const SAMPLE_CHARS = 100_000;

/**
 * Text of UTF-8 or UTF-16 bytes (by byte-order mark, UTF-8 without one), with LF line ends and without what Postgres
 * can't store. Throws InvalidInput NOT_TEXT when the bytes are no such text.
 */
export function decode(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const sample = text.slice(0, SAMPLE_CHARS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
  const noise = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  if (noise > NOISE.count && noise > sample.length * NOISE.share) {
    throw new InvalidInput('NOT_TEXT', 'The file is not text in UTF-8 or UTF-16.');
  }
  return cleanText(text).replaceAll(/\r\n?/g, '\n');
}

/** `text` without the two things that Postgres can't store: NUL, and a surrogate without its other half. */
export const cleanText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
