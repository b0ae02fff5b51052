/**
 * Text as it is compared: compatibility-normalised, lower case. The dot that lower-casing leaves on a Turkish İ goes, for
 * people type a plain i.
 */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i');
