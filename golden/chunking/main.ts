import { parseArgs } from 'node:util';
import { command } from '../../functions/command.ts';
import { type ChunkConfig, type ChunkSizes, ConfigError } from '../../shared/config.ts';
import { describeSizes } from '../../shared/documents/chunk/sizes.ts';
import { cacheQueries } from '../../shared/models/embed/cached.ts';
import type { Embedder } from '../../shared/models/embed/embedder.ts';
import { openEmbedder } from '../../shared/models/embed/open.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { BASELINES, ours } from './chunkers.ts';
import { measure } from './measure.ts';
import { SEARCHES, type SearchName } from './retrieval.ts';
import { readSpanSet } from './set.ts';
import { type Row, table } from './table.ts';

const OPTIONS = {
  data: { type: 'string', default: '../shared/data/chunking-evaluation' },
  sweep: { type: 'string', multiple: true, default: [] as string[] },
  search: { type: 'string', default: 'lexical,hybrid' },
  only: { type: 'string' },
} as const;

/** Sizes beside the default ones that every run compares: smaller, larger, and the usual overlap. */
const OTHER_SIZES: readonly Partial<ChunkSizes>[] = [
  { targetChars: 400 },
  { targetChars: 900 },
  { maxChars: 1_800, targetChars: 1_800, overlapChars: 200 },
  { overlapChars: 100 },
];

/** For a search by words alone: one vector for all, which no arm looks at. */
const NO_EMBEDDER: Embedder = {
  model: 'none/1',
  dimensions: 1,
  embedPassages: async (passages) => passages.map(() => Float32Array.of(1)),
  embedQuery: async () => Float32Array.of(1),
  close: async () => {},
};

/**
 * `npm run eval:chunking -- [--data DIR] [--sweep chunk.maxChars=600,1200 …] [--search lexical,hybrid] [--only TEXT]`: chunkers
 * compared by the answers' tokens that a search brings, with chunks of all corpora in one embedded database in memory.
 */
await command(
  async (context) => {
    const { values } = parseArgs({ options: OPTIONS });
    const searches = values.search.split(',').map(searchNamed);
    const { config } = context;
    const chunkers = [
      ...BASELINES,
      ...configurations(config.chunk, values.sweep).map((each) => ours(`ours ${nameOf(each, config.chunk)}`, each)),
    ].filter(({ name }) => values.only === undefined || name.includes(values.only));
    const set = readSpanSet(values.data);
    const embedder = searches.includes('hybrid') ? cacheQueries(await openEmbedder(config.embedder), set.questions.length) : NO_EMBEDDER;
    const backend = await openBackend(
      // The chunks are indexed as they are: none is as long as this.
      { ...config, database: { kind: 'embedded', path: undefined }, chunk: { maxChars: 1_000_000, overlapChars: 0 } },
      context.log,
      embedder,
    );
    try {
      const rows = new Map<SearchName, Row[]>(searches.map((name) => [name, []]));
      for (const [i, chunker] of chunkers.entries()) {
        const measured = await measure(set, chunker, { backend, searches, tenant: `chunking-${i}`, context });
        for (const [name, list] of rows) if (measured[name]) list.push(measured[name]);
      }
      for (const [name, list] of rows) console.log(`\n${table(`${name}, top 5 of ${set.questions.length} questions`, list)}`);
      return 0;
    } finally {
      await backend.close();
    }
  },
  { LOG_LEVEL: 'WARNING' },
);

function searchNamed(name: string): SearchName {
  if (name === 'lexical' || name === 'hybrid') return name;
  throw new ConfigError(`--search ${name}: there are ${Object.keys(SEARCHES).join(', ')}`);
}

/** The configured sizes first, then the others: those of `--sweep chunk.KEY=N,N…`, or else the usual ones. */
function configurations(configured: ChunkConfig, sweeps: readonly string[]): readonly ChunkConfig[] {
  const others = sweeps.length === 0 ? OTHER_SIZES : sweeps.flatMap(sweepOf);
  return [configured, ...others.map((other) => ({ ...configured, ...other }))];
}

function sweepOf(sweep: string): readonly Partial<ChunkSizes>[] {
  const [, key, list] = /^chunk\.(maxChars|targetChars|overlapChars)=(\d+(?:,\d+)*)$/.exec(sweep) ?? [];
  if (!key || !list) throw new ConfigError(`--sweep ${sweep}: must be chunk.KEY=N,N…, KEY one of maxChars, targetChars, overlapChars`);
  return list.split(',').map((value) => ({ [key]: Number(value) }));
}

function nameOf(sizes: ChunkConfig, configured: ChunkConfig): string {
  return `${describeSizes(sizes)}${sizes === configured ? ' (default)' : ''}`;
}
