import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../shared/config.ts';
import { answeredSet } from './answers/archived.ts';
import type { Corpus } from './questions/corpus.ts';
import type { EvaluationSet } from './questions/sets.ts';

const ranking = z.array(z.string());

const queryRun = z.object({
  id: z.string(),
  ms: z.number(),
  passages: z.number(),
  ranking,
  stages: z.array(z.object({ stage: z.string(), ranking })),
  first: z.array(z.object({ id: z.string(), section: z.string() })),
  leaks: z.number(),
});

const query = z.object({
  id: z.string(),
  text: z.string(),
  /** Ids with their grades. */
  judged: z.array(z.tuple([z.string(), z.number()])),
  /** Ids with the part of the question that they answer. */
  parts: z.array(z.tuple([z.string(), z.string()])).optional(),
  denied: z.array(z.array(z.string())).optional(),
});

const variant = z.object({
  name: z.string(),
  profile: z.json(),
  ranker: z.string().optional(),
  /** Settings that it had instead of the run's. */
  environment: z.record(z.string(), z.string()).optional(),
  /** As they were scored then, for when a metric is mended. */
  metrics: z.record(z.string(), z.number()),
  /** One for each time that it was run. */
  runs: z.array(z.array(queryRun)),
});

/** A run of the evaluation with all that is needed to score it again. */
export const runFile = z.object({
  format: z.literal(1),
  at: z.iso.datetime(),
  command: z.string(),
  commit: z.string(),
  /** Whether the working tree differed from the commit. */
  changed: z.boolean(),
  node: z.string(),
  /** What decides the results: backend, embedder, chunker, profile. */
  configuration: z.record(z.string(), z.json()),
  k: z.number(),
  sets: z.array(
    z.object({
      name: z.string(),
      /** Of the documents' ids and bytes. */
      data: z.string(),
      answers: z.number(),
      queries: z.array(query),
      variants: z.array(variant),
    }),
  ),
  /** Of a run that answered the questions; it has no `sets`, for nothing was ranked. */
  answered: z.array(answeredSet).optional(),
  /** Texts that the embedding model was sent, and calls of the ranking model. */
  usage: z.object({ passages: z.number(), queries: z.number(), rankings: z.number() }),
});

export type RunFile = z.output<typeof runFile>;
export type ArchivedSet = RunFile['sets'][number];

/** Writes a run into a folder, under its time; returns the path. */
export function archiveRun(folder: string, run: RunFile): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${run.at.replaceAll(/[-:]|\.\d+/g, '')}-${run.commit.slice(0, 7)}.json`);
  writeFileSync(path, `${JSON.stringify(run)}\n`);
  return path;
}

/** The runs of a folder, oldest first. Throws ConfigError, with the file, for one that is none. */
export const archivedRuns = (folder: string): readonly { readonly path: string; readonly run: RunFile }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ path: join(folder, name), run: readRun(join(folder, name)) }));

/** Throws ConfigError, with the file and what is wrong, for one that is no run. */
export function readRun(path: string): RunFile {
  const parsed = runFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new ConfigError(`${path} is no archived run: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Where the code stands: its commit and whether there are changes beside it; `none` outside a repository. */
export function whereWeAre(): Pick<RunFile, 'commit' | 'changed'> {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return { commit: git('rev-parse', 'HEAD'), changed: git('status', '--porcelain', '--untracked-files=no') !== '' };
  } catch {
    return { commit: 'none', changed: false };
  }
}

const MOST_BYTES = 100_000_000;

/** A hash of a corpus's documents: another one when any of them says something else, of itself too. */
export async function hashOf(documents: Corpus, tenant: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const { documentId, acl, metadata, read } of documents.list(tenant, signal)) {
    hash.update(JSON.stringify([documentId, acl, metadata])).update(
      createHash('sha256')
        .update(await read(signal, MOST_BYTES))
        .digest(),
    );
  }
  return hash.digest('hex').slice(0, 16);
}

/** An archived set as one that can be measured. */
export const judgedSetOf = ({ queries, answers }: ArchivedSet): Pick<EvaluationSet, 'queries' | 'answers'> => ({
  answers,
  queries: queries.map(({ judged, parts, denied, ...rest }) => ({
    ...rest,
    judged: new Map(judged),
    ...(parts ? { parts: new Map(parts) } : {}),
    ...(denied ? { denied } : {}),
  })),
});
