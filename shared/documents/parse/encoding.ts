import { isUtf8 } from 'node:buffer';

/** Names that detectors use and the Encoding Standard does not. */
const LABELS: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp936: 'gbk',
  cp950: 'big5',
  cp874: 'windows-874',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
};

/** Bytes from the first that is not ASCII that are enough to tell. */
const SAMPLE_BYTES = 64_000;
/** Some ASCII before it shows whether it stands in the middle of a word. */
const BEFORE_BYTES = 200;
/**
 * Below this jschardet is guessing: of short Shift_JIS and EUC-JP it was wrong at 0.02, where chardet was right. Above
 * it was right on 13 languages in 29 encodings, the Western ones at 0.15.
 */
const LEAST_CONFIDENCE = 0.1;

/**
 * Encodings to try, likeliest first: the byte-order mark, UTF-8 where the bytes are valid, UTF-16 by its letters and by
 * where its NULs are, what is declared, what is detected. Lazy, for detection costs more than the rest.
 */
export async function* encodings(bytes: Uint8Array, declared: readonly (string | undefined)[]): AsyncGenerator<string> {
  const marked = byteOrderMark(bytes);
  if (marked) yield marked;
  const zeros = zeroBytes(bytes);
  if (zeros.share > 0.2 && zeros.utf16) yield zeros.utf16;
  if (isUtf8(bytes)) {
    if (hasEscapes(bytes)) yield 'iso-2022-jp';
    yield 'utf-8';
  }
  const wide = eastAsianUtf16(bytes);
  if (wide) yield wide;
  if (zeros.utf16) yield zeros.utf16;
  for (const label of declared) if (label) yield labelOf(label);
  const first = bytes.findIndex((byte) => byte >= 0x80);
  if (first >= 0) yield* detected(bytes.subarray(Math.max(0, first - BEFORE_BYTES), first + SAMPLE_BYTES));
  yield 'utf-8';
}

/** The name that the Encoding Standard has for what documents and detectors call an encoding. */
export const labelOf = (name: string): string => LABELS[name.trim().toLowerCase()] ?? name.trim().toLowerCase();

async function* detected(sample: Uint8Array): AsyncGenerator<string> {
  const [{ detect }, chardet] = await Promise.all([import('jschardet'), import('chardet')]);
  const guess = detect(sample);
  const label = guess.encoding ? labelOf(guess.encoding) : undefined;
  if (label && guess.confidence >= LEAST_CONFIDENCE) yield label;
  const other = chardet.detect(sample);
  if (other) yield labelOf(other);
  if (label) yield label;
  yield 'windows-1252';
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/**
 * How many bytes are NUL, and the UTF-16 that they speak for: spaces and line ends are a NUL and an ASCII byte there,
 * the NUL always on the same side, and no other encoding of text has any.
 */
function zeroBytes(bytes: Uint8Array): { readonly share: number; readonly utf16?: string } {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const share = (even + odd) / Math.max(1, sample.length);
  if (bytes.length % 2 !== 0 || even + odd === 0) return { share };
  if (odd > even * 20) return { share, utf16: 'utf-16le' };
  if (even > odd * 20) return { share, utf16: 'utf-16be' };
  return { share };
}

/**
 * The UTF-16 in which all of a text without an ASCII character is Chinese or Japanese; a NUL there is half of a letter
 * such as 一. Bytes of other encodings make Chinese characters too, but hardly kana, whose high byte is a `0`, and never
 * stops, whose low byte is a control character.
 */
function eastAsianUtf16(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.length % 2 !== 0) return undefined;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  return ['utf-16le', 'utf-16be'].find((label) => {
    const text = new TextDecoder(label).decode(sample);
    const kana = text.match(/[ぁ-ゖァ-ヺー]/g)?.length ?? 0;
    return /^[\u3000-\u301fぁ-ヿ\u4e00-\u9fff\uff01-\uffee]+$/.test(text) && (/[、。]/.test(text) || kana >= Math.max(3, text.length / 5));
  });
}

/** The escape sequences with which ISO-2022-JP, which is all ASCII bytes, changes its character set. */
const hasEscapes = (bytes: Uint8Array): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the escape character that tells
  /\u001b(?:\$[@B]|\([JI])/.test(Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString('latin1'));
