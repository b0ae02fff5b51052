import { unzipSync } from 'fflate';
import { InvalidInput } from '../../../errors.ts';
import type { ParseLimits } from '../reading.ts';
import { reading } from '../refuse.ts';

const MOST_ENTRIES = 20_000;

/**
 * The entries of an archive that `wanted` names. What they unpack to is summed from the directory before anything is
 * unpacked, and an entry is never longer than its directory says, so a bomb costs nothing. Throws InvalidInput.
 */
export function unpack(bytes: Uint8Array, limits: ParseLimits, wanted: (name: string) => boolean): Promise<Record<string, Uint8Array>> {
  const most = Math.min(limits.maxUnpackedBytes, Math.max(bytes.byteLength, 10_000) * limits.maxExpansion);
  return reading('Office file', () => {
    let unpacked = 0;
    let entries = 0;
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (++entries > MOST_ENTRIES) throw new InvalidInput('TOO_COMPLEX', `The file has more than ${MOST_ENTRIES} parts.`);
        if (!wanted(name)) return false;
        unpacked += originalSize;
        if (unpacked > most) throw new InvalidInput('TOO_LARGE', `The file unpacks to more than ${most} bytes, the limit for its size.`);
        return true;
      },
    });
  });
}

/** Parts that hold text; the pictures, sounds, fonts and embedded files are left packed. */
export const isXmlPart = (name: string): boolean =>
  /\.(?:xml|rels)$/i.test(name) && !/(?:^|\/)(?:media|embeddings|fonts|theme)\//.test(name);
