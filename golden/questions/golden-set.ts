import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../shared/config.ts';

/** The kinds of questions, each a file of its own, and how many of each there are at least. */
export const FEWEST = {
  clean: 40,
  paraphrase: 40,
  messy: 25,
  targeted: 24,
  multipart: 28,
  entity: 14,
  unanswerable: 20,
  restricted: 10,
} as const;

export type Kind = keyof typeof FEWEST;

export const isKind = (name: string): name is Kind => Object.hasOwn(FEWEST, name);

/** The day on which a question is asked that names none: the sample company's documents end in this week. */
export const ASKED_ON = '2026-11-30';

export const TENANT = 'larkspur';

/** What a search accepts. */
const MOST_CHARS = 500;
const MESS = ['typos', 'slang', 'mixed scripts', 'other language'] as const;

const words = z.string().regex(/\S/, 'is empty');
const groups = z.array(words);

const label = z.strictObject({
  document: words.describe('path below the tenant'),
  heading: words.optional().describe('a heading of that document under which the answer stands; none is the whole document'),
  grade: z.union([z.literal(1), z.literal(2), z.literal(3)], { error: 'must be 3 (answers it), 2 (answers in part) or 1 (helps)' }),
});

/** A line of a golden set. `golden/README.md` says how each field is used. */
export const goldenQuestion = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)+$/, 'must be words of a–z and 0–9 with hyphens between them'),
  question: words.max(MOST_CHARS, `has more than ${MOST_CHARS} characters, which no search accepts`),
  labels: z.array(label).default([]),
  groups: groups.default([]).describe('of whoever asks'),
  filter: z.record(z.string(), z.json()).optional(),
  as_of: z.iso.date().optional(),
  mess: z.array(z.enum(MESS)).min(1).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a BCP 47 tag, such as es or zh-CN')
    .optional(),
  key_facts: z.array(z.array(words).min(1)).default([]).describe('an answer has one wording of each group'),
  forbidden: z.array(words).default([]),
  required_documents: z.array(words).default([]),
  denied: z.array(groups).min(1).optional().describe('groups of askers who get none of the labelled documents'),
  unanswerable: z.literal(true).optional(),
});

export type GoldenQuestion = z.output<typeof goldenQuestion>;
export type Label = z.output<typeof label>;

/** A question and where it is written. */
export interface GoldenLine {
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly question: GoldenQuestion;
}

/** What is wrong with a line, for the person who wrote it. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly id: string;
  readonly message: string;
}

/** The questions of a set's text, and the lines that are none. */
export function parseGoldenSet(
  file: string,
  text: string,
): { readonly lines: readonly GoldenLine[]; readonly problems: readonly Problem[] } {
  const lines: GoldenLine[] = [];
  const problems: Problem[] = [];
  for (const [i, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue;
    const value = parseJson(written);
    const parsed = goldenQuestion.safeParse(value);
    if (parsed.success) lines.push({ kind: kindOf(file), file, line: i + 1, question: parsed.data });
    else {
      const messages =
        value === undefined ? ['is not JSON; write one object a line'] : parsed.error.issues.map(({ path, message }) => at(path, message));
      problems.push(...messages.map((message) => ({ file, line: i + 1, id: idOf(value), message })));
    }
  }
  return { lines, problems };
}

/** The questions of a set. Throws with file, line, id and what to do at the first line that is none. */
export function readGoldenSet(file: string): readonly GoldenQuestion[] {
  const { lines, problems } = parseGoldenSet(file, readFileSync(file, 'utf8'));
  if (problems[0]) throw new ConfigError(problemLine(problems[0]));
  return lines.map(({ question }) => question);
}

export const problemLine = ({ file, line, id, message }: Problem): string => `${file}:${line} ${id}: ${message}`;

const kindOf = (file: string): string => basename(file, '.jsonl');

const at = (path: readonly PropertyKey[], message: string): string => (path.length > 0 ? `${path.join('.')}: ${message}` : message);

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : '(no id)';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
