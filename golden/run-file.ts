import type { Context } from '../functions/command.ts';
import { type Config, parseConfig } from '../shared/config.ts';
import type { AnsweredSet } from './answers/archived.ts';
import { hashOf, type RunFile, runFile, whereWeAre } from './archive.ts';
import { resultOf } from './evaluate.ts';
import type { SetRuns } from './run.ts';

/** What was run and what came of it, as it is archived. */
export async function runFileOf(
  sets: readonly SetRuns[],
  k: number,
  usage: RunFile['usage'],
  { config, signal }: Pick<Context, 'config' | 'signal'>,
): Promise<RunFile> {
  const run = {
    ...headOf({
      backend: config.backend,
      embedder: withoutAccess(config.embedder),
      chunk: config.chunk,
      profile: config.profile,
      ...managedOf(sets),
    }),
    k,
    usage,
    sets: await Promise.all(
      sets.map(async ({ set, variants }) => ({
        name: set.name,
        data: await hashOf(set.documents, set.tenant, signal),
        answers: set.answers ?? 1,
        queries: set.queries.map(({ id, text, judged, parts, denied }) => ({
          id,
          text,
          judged: [...judged],
          ...(parts ? { parts: [...parts] } : {}),
          ...(denied ? { denied: denied.map((groups) => [...groups]) } : {}),
        })),
        variants: variants.map(({ name, profile, ranker, environment, runs }) => ({
          name,
          profile,
          ...(ranker ? { ranker: ranker.model } : {}),
          ...(environment ? { environment } : {}),
          metrics: resultOf(set, runs[0] ?? [], k).metrics,
          runs,
        })),
      })),
    ),
  };
  // As it will be read.
  return runFile.parse(JSON.parse(JSON.stringify(run)));
}

/** A run that answered questions, as it is archived. */
export const answersFileOf = (
  answered: readonly AnsweredSet[],
  usage: RunFile['usage'],
  { backend, embedder, chunk, profile, generator, answering }: Config,
): RunFile => {
  const configuration = { backend, embedder: withoutAccess(embedder), chunk, profile, generator: withoutAccess(generator), answering };
  const run = { ...headOf(configuration), k: answering.limits.mostPassages, usage, sets: [], answered };
  return runFile.parse(JSON.parse(JSON.stringify(run)));
};

/** Where a model is reached, and by which key, is not for an archive. */
const withoutAccess = (model: object): object => Object.fromEntries(Object.entries(model).filter(([name]) => name !== 'access'));

const headOf = (configuration: object) => ({
  format: 1,
  at: new Date().toISOString(),
  command: commandOf(),
  ...whereWeAre(),
  node: process.version,
  configuration,
});

/** How the managed engine was set up, where a variant is its, and whether it was a fake. */
function managedOf(sets: readonly SetRuns[]): { readonly rag?: object; readonly faked?: boolean } {
  const own = sets
    .flatMap(({ variants }) => variants.map(({ environment }) => environment))
    .find((each) => each?.RETRIEVAL_BACKEND === 'vertex-rag');
  const { rag } = own ? parseConfig({ ...process.env, ...own }) : { rag: undefined };
  if (!rag) return {};
  const { location, mode, vectorDb, embedModel, importing, chunkTokens, chunkOverlapTokens, hybridAlpha, ranker, endpoint } = rag;
  return {
    rag: { location, mode, vectorDb, embedModel, importing, chunkTokens, chunkOverlapTokens, hybridAlpha, ranker },
    faked: endpoint !== undefined,
  };
}

const commandOf = (): string => [`npm run ${process.env.npm_lifecycle_event ?? 'eval'} --`, ...process.argv.slice(2)].join(' ');
