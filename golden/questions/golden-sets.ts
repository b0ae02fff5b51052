import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createFolderBucket } from '../../shared/documents/source/folder.ts';
import { type GoldenQuestion, readGoldenSet, TENANT } from './golden-set.ts';
import type { EvaluationSet } from './sets.ts';

/** A golden set whose labels have not been looked up yet: see labels.ts. */
export interface GoldenSet extends Omit<EvaluationSet, 'queries'> {
  readonly file: string;
  readonly questions: readonly GoldenQuestion[];
  /** Whether a question asks several things, so that each label answers a part of its own; else any of them answers it. */
  readonly isMultipart: boolean;
}

/** The grade that answers a question or a part of it; less is on the subject. */
export const ANSWERS = 3;

/** The golden set of a file; its documents are in the folder `corpus` beside that of the sets. Throws what reading it throws. */
export const goldenSetOf = (file: string): GoldenSet => ({
  name: `golden/${basename(file, '.jsonl')}`,
  tenant: TENANT,
  documents: createFolderBucket(resolve(file, '../../corpus')),
  answers: ANSWERS,
  file,
  questions: readGoldenSet(file),
  isMultipart: basename(file, '.jsonl') === 'multipart',
});

/** Every golden set of a folder, by name. */
export const goldenSetsIn = (folder: string): readonly GoldenSet[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => goldenSetOf(join(folder, name)));
