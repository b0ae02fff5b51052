import { createHash } from 'node:crypto';

/** The part of a bucket that one of several tasks takes: all of it when there is but one. */
export interface Share {
  readonly index: number;
  readonly count: number;
}

/** Whether an object is in this share. By a hash of its name, so that tasks agree without asking each other. */
export const isMine = ({ index, count }: Share, tenant: string, documentId: string): boolean =>
  count === 1 || createHash('sha256').update(`${tenant}/${documentId}`).digest().readUInt32BE() % count === index;
