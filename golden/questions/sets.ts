import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../shared/config.ts';
import type { SourceDocument } from '../../shared/documents/document.ts';
import type { Filter } from '../../shared/retrieval/filter.ts';
import type { Judgements } from '../metrics/judgements.ts';
import type { Corpus } from './corpus.ts';

/** A question, who asks it of what, and what is relevant to it. */
export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
  /** By the ids that `ranking` gives. */
  readonly judged: Judgements;
  /** Of what answers the same part of the question: the name that they share. What is not named answers a part of its own. */
  readonly parts?: ReadonlyMap<string, string>;
  /** What makes it hard, where that is told: `typos`. */
  readonly kinds?: readonly string[];
  readonly groups?: readonly string[];
  readonly filter?: Filter;
  /** `YYYY-MM-DD`; today when undefined. */
  readonly day?: string;
  /** Groups of askers, each of which must get none of what is judged. */
  readonly denied?: readonly (readonly string[])[];
  /** What passages, best first, are a ranking of: no id twice. Their documents, when undefined. */
  readonly ranking?: (passageIds: readonly string[]) => readonly string[];
}

/** Documents in the place of their passages, each where its best one stands. */
export const documentsOf = (passageIds: readonly string[]): readonly string[] => [
  ...new Set(passageIds.map((id) => id.slice(0, id.lastIndexOf(':')))),
];

/** Documents, and queries with what is relevant to them. */
export interface EvaluationSet {
  readonly name: string;
  /** The tenant that holds the set's documents. */
  readonly tenant: string;
  readonly documents: Corpus;
  readonly queries: readonly JudgedQuery[];
  /** The grade from which something answers; what helps less counts in nDCG alone. 1 when undefined. */
  readonly answers?: number;
}

const corpusLine = z.object({ _id: z.string(), title: z.string().default(''), text: z.string() });
const queryLine = z.object({ _id: z.string(), text: z.string() });

/**
 * A folder in the layout of BEIR: `corpus.jsonl`, `queries.jsonl`, `qrels/test.tsv`. Instead of `corpus.jsonl` a folder
 * `docs` may hold the documents, in it or beside it. Queries without a judgement are left out. Throws what reading and
 * parsing throw, with the file and line.
 */
export function readBeirSet(path: string): EvaluationSet {
  const folder = resolve(path);
  const judged = readQrels(join(folder, 'qrels', 'test.tsv'));
  const queries = readLines(join(folder, 'queries.jsonl'), queryLine).flatMap(({ _id: id, text }): JudgedQuery[] => {
    const judgements = judged.get(id);
    return judgements ? [{ id, text, judged: judgements }] : [];
  });
  return { ...readDocuments(path), queries };
}

/** The documents of such a folder by themselves. */
export function readDocuments(path: string): Omit<EvaluationSet, 'queries'> {
  const folder = resolve(path);
  const name = `${basename(dirname(folder))}/${basename(folder)}`;
  const tenant = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40);
  return { name, tenant, documents: corpusIn(folder, tenant) };
}

/** A set as a part of a tenant that others are parts of too: its documents are in a folder of its name. */
export const inTenant = (set: EvaluationSet, tenant: string): EvaluationSet => {
  const moved = (documentId: string) => `${set.name}/${documentId}`;
  return {
    ...set,
    tenant,
    queries: set.queries.map((query) => ({ ...query, judged: new Map(Array.from(query.judged, ([id, grade]) => [moved(id), grade])) })),
    documents: {
      async *tenants() {
        yield tenant;
      },
      async *list(_, signal) {
        for await (const document of set.documents.list(set.tenant, signal)) {
          yield { ...document, tenant, documentId: moved(document.documentId) };
        }
      },
    },
  };
};

/** The documents of a set: `corpus.jsonl`, or the files of a folder `docs` in it or beside it. */
export function corpusIn(folder: string, tenant: string): Corpus {
  const file = join(folder, 'corpus.jsonl');
  const docs = [join(folder, 'docs'), join(folder, '..', 'docs')].find(existsSync);
  if (!existsSync(file) && !docs) throw new ConfigError(`${folder} has neither corpus.jsonl nor a folder docs`);
  return {
    async *tenants() {
      yield tenant;
    },
    async *list() {
      if (existsSync(file)) yield* readLines(file, corpusLine).map((line) => fromLine(line, tenant, versionOf(file)));
      else if (docs)
        yield* globSync('**/*.*', { cwd: docs })
          .sort()
          .map((name) => fromFile(name, docs, tenant));
    },
  };
}

/** A file's version: its time of change, so that an edited corpus is indexed again. */
const versionOf = (file: string): bigint => statSync(file, { bigint: true }).mtimeNs / 1_000n;

const source = { metageneration: 1n, size: undefined, acl: ['*'], metadata: {}, updatedAt: new Date(0) };

const fromLine = ({ _id, title, text }: z.output<typeof corpusLine>, tenant: string, generation: bigint): SourceDocument => ({
  ...source,
  tenant,
  documentId: _id,
  uri: `corpus:${_id}`,
  generation,
  mediaType: title ? 'text/markdown' : 'text/plain',
  read: async () => new TextEncoder().encode(title ? `# ${title.replaceAll(/\s+/g, ' ')}\n\n${text}\n` : text),
});

const fromFile = (name: string, folder: string, tenant: string): SourceDocument => ({
  ...source,
  tenant,
  documentId: name,
  uri: `file://${join(folder, name)}`,
  generation: versionOf(join(folder, name)),
  mediaType: undefined,
  read: async () => readFileSync(join(folder, name)),
});

function readQrels(file: string): ReadonlyMap<string, Judgements> {
  const judged = new Map<string, Map<string, number>>();
  for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
    const [query, document, grade] = line.split('\t');
    if (!query || !document) continue;
    const judgements = judged.get(query) ?? new Map<string, number>();
    judged.set(query, judgements.set(document, Number(grade)));
  }
  return judged;
}

/** The lines of a JSONL file. Throws what reading and parsing throw, with the file and line. */
export function readLines<T extends z.ZodType>(file: string, schema: T): readonly z.output<T>[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) => {
      if (line.trim() === '') return [];
      const parsed = schema.safeParse(parseJson(line, `${file}:${i + 1}`));
      if (!parsed.success)
        throw new ConfigError(`${file}:${i + 1}: ${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`);
      return [parsed.data];
    });
}

function parseJson(text: string, at: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${at}: is not JSON; write one object a line`, { cause: error });
  }
}
