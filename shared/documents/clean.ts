/** `text` without the two things that Postgres can't store: NUL, and a surrogate without its other half. */
export const cleanText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();
