import type { Cell, TenantName } from './corpus/plan.ts';
import type { Question } from './corpus/questions.ts';

/** How many passages are asked for. */
export const K = 40;

/** A question as a method gets it: with its vector, for embedding it is no part of what is measured. */
export interface Asked extends Question {
  readonly numbers: readonly number[];
  /** The vector as Postgres reads it. */
  readonly literal: string;
}

/** What is searched: one tenant, or one slice of it. */
export interface Scope {
  readonly tenant: TenantName;
  /** The documents whose metadata say this; all of them when undefined. */
  readonly slice?: Exclude<Cell['slice'], 'rest'>;
}

/** One way of searching the corpus. */
export interface Method {
  readonly name: string;
  readonly group: 'ours' | 'tutorial' | 'peers';
  /** Which of ours does the same, or more: what its time is compared with. */
  readonly against: 'hybrid' | 'lexical' | 'dense';
  /** Whether it answers by vectors alone, so that its recall against exact search can be told. */
  readonly dense?: boolean;
  /** Whether it can be asked within a slice. */
  readonly filters: boolean;
  /** Ids of at most K passages, `DOCUMENT_ID:ORDINAL`, best first. */
  search(asked: Asked, scope: Scope): Promise<readonly string[]>;
}
