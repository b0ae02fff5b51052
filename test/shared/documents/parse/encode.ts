/** Bytes of `text` in an encoding of the Encoding Standard: its decoder, turned round. */
export function encode(text: string, label: string): Uint8Array {
  if (label === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (label === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const bytesOf = tableOf(label);
  return Uint8Array.from(
    Array.from(text).flatMap((char) => {
      const bytes = bytesOf.get(char);
      if (!bytes) throw new RangeError(`${label} has no ${char}`);
      return bytes;
    }),
  );
}

function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(label, { fatal: true });
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      if (Array.from(char).length === 1 && !table.has(char)) table.set(char, bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  };
  for (let first = 0; first < 256; first++) add(first);
  for (let first = 0x81; first < 256; first++) for (let second = 0x30; second < 256; second++) add(first, second);
  return table;
}
