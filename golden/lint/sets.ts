import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GoldenCorpus } from '../questions/golden-corpus.ts';
import { FEWEST, type GoldenLine, isKind, type Problem, parseGoldenSet } from '../questions/golden-set.ts';
import { RULES } from './rules.ts';

/** Texts of the sets by file name. */
export type SetTexts = Readonly<Record<string, string>>;

/** The sets of a folder. Throws what reading a file throws. */
export const readSetTexts = (folder: string): SetTexts =>
  Object.fromEntries(
    globSync('*.jsonl', { cwd: folder })
      .sort()
      .map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')]),
  );

/**
 * All that is wrong with the golden sets: lines that are no questions, questions that break a rule, ids and questions that
 * are there twice, and kinds with too few. An empty list is what to aim for.
 */
export function lintSets(texts: SetTexts, corpus: GoldenCorpus, fewest: Readonly<Record<string, number>> = FEWEST): readonly Problem[] {
  const parsed = Object.entries(texts).map(([file, text]) => parseGoldenSet(file, text));
  const lines = parsed.flatMap(({ lines }) => lines);
  return [
    ...parsed.flatMap(({ problems }) => problems),
    ...lines.flatMap((line) => RULES.flatMap((rule) => rule(line.question, line.kind, corpus)).map((message) => problemOf(line, message))),
    ...twice(lines, ({ question: { id } }) => id, 'has the id of'),
    ...twice(lines, ({ question: { question } }) => wordsOf(question), 'asks the same as'),
    ...unknown(lines),
    ...tooFew(lines, fewest),
  ];
}

const problemOf = ({ file, line, question: { id } }: GoldenLine, message: string): Problem => ({ file, line, id, message });

function twice(lines: readonly GoldenLine[], keyOf: (line: GoldenLine) => string, says: string): readonly Problem[] {
  const first = new Map<string, GoldenLine>();
  return lines.flatMap((line) => {
    const earlier = first.get(keyOf(line));
    if (!earlier) first.set(keyOf(line), line);
    return earlier ? [problemOf(line, `${says} ${earlier.file}:${earlier.line}; change it or take one away`)] : [];
  });
}

/** A question without case, spaces and punctuation. */
const wordsOf = (question: string): string =>
  question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

const unknown = (lines: readonly GoldenLine[]): readonly Problem[] =>
  [...new Map(lines.map((line) => [line.file, line])).values()]
    .filter(({ kind }) => !isKind(kind))
    .map((line) => problemOf(line, `there is no kind ${line.kind}; name the file after one of ${Object.keys(FEWEST).join(', ')}`));

const tooFew = (lines: readonly GoldenLine[], fewest: Readonly<Record<string, number>>): readonly Problem[] =>
  Object.entries(fewest).flatMap(([kind, least]) => {
    const own = lines.filter((line) => line.kind === kind);
    if (own.length >= least) return [];
    return [
      {
        file: `${kind}.jsonl`,
        line: own.at(-1)?.line ?? 0,
        id: '(set)',
        message: `has ${own.length} questions; write ${least - own.length} more`,
      },
    ];
  });
