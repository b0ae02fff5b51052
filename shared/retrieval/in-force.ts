import type { Metadata, MetadataValue } from '../documents/document.ts';

const DATE = /^\d{4}(?:-\d\d(?:-\d\d)?)?(?!\d)/;

/**
 * Whether a document is in force on a day (`YYYY-MM-DD`): `effective_from` and `effective_until` of its metadata, both days
 * included; a month or a year means all of it. What does not begin with a date bounds nothing.
 */
export function isInForce(metadata: Metadata, day: string): boolean {
  const [from, until] = [metadata.effective_from, metadata.effective_until].map(dateOf);
  return (from === undefined || from <= day.slice(0, from.length)) && (until === undefined || until >= day.slice(0, until.length));
}

const dateOf = (value: MetadataValue | undefined): string | undefined =>
  typeof value === 'object' ? undefined : DATE.exec(String(value ?? ''))?.[0];
