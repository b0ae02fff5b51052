import { readFileSync } from 'node:fs';
import { z } from 'zod';

const price = z.number().positive();
const prices = z.strictObject({
  assumed: z.string(),
  runAlwaysVcpuSecond: price,
  runAlwaysGibSecond: price,
  runVcpuSecond: price,
  runGibSecond: price,
  runMillionRequests: price,
  sqlVcpuHour: price,
  sqlGbHour: price,
  sqlSsdGbMonth: price,
  embeddingMillionTokens: z.strictObject({ pgvector: price, 'vertex-rag': price }),
  generatingMillionTokens: z.strictObject({ input: price, output: price }),
  rankingThousandSearches: price,
  spannerNodeHour: price,
  storageMillionReads: price,
});

/** US dollars; see prices.json for what they are and are not. */
export type Prices = z.output<typeof prices>;

export const readPrices = (): Prices => prices.parse(JSON.parse(readFileSync(new URL('./prices.json', import.meta.url), 'utf8')));

/** A deployment, by what it does in a month and what that is guessed to need. */
export interface Size {
  readonly name: string;
  readonly passages: number;
  readonly searches: number;
  /** That change in a month. */
  readonly documents: number;
  readonly answers: number;
  /** Always on, with 1 vCPU and 1 GiB: a half is one for half of the month. */
  readonly instances: { readonly search: number; readonly answer: number };
  readonly sql: { readonly vcpu: number; readonly gb: number; readonly copies: number; readonly ssdGb: number };
  readonly nodes: number;
}

export const SIZES: readonly Size[] = [
  {
    name: 'small',
    passages: 10_000,
    searches: 50_000,
    documents: 1_000,
    answers: 5_000,
    instances: { search: 1, answer: 0.25 },
    sql: { vcpu: 2, gb: 8, copies: 1, ssdGb: 20 },
    nodes: 0.1,
  },
  {
    name: 'medium',
    passages: 300_000,
    searches: 1_000_000,
    documents: 20_000,
    answers: 100_000,
    instances: { search: 2, answer: 1 },
    sql: { vcpu: 4, gb: 16, copies: 2, ssdGb: 100 },
    nodes: 1,
  },
  {
    name: 'large',
    passages: 3_000_000,
    searches: 10_000_000,
    documents: 200_000,
    answers: 1_000_000,
    instances: { search: 6, answer: 3 },
    sql: { vcpu: 8, gb: 64, copies: 2, ssdGb: 500 },
    nodes: 3,
  },
];

const MONTH_HOURS = 730;
const SECONDS = MONTH_HOURS * 3_600;
const MILLION = 1_000_000;
/** Of `ingest`, with 2 vCPU and 2 GiB. */
const SECONDS_A_DOCUMENT = 5;
const TOKENS = { document: 1_600, search: 20 };
/** Of the 4 calls of an answer, together: route, rewrite, answer, judge of coverage. */
const ANSWER_TOKENS = { input: 6_000, output: 300 };
/** Objects that a search on the managed engine reads to check what it found: a record and an object for each document that is not remembered. */
const READS_A_SEARCH = 12;

export interface Costs {
  /** What both have: the functions. */
  readonly functions: number;
  readonly pgvector: number;
  readonly 'vertex-rag': number;
  /** On top, where every search is ranked by the Ranking API. */
  readonly ranking: number;
  /** On top, where questions are answered: the models, and the function. */
  readonly answering: number;
}

/** US dollars a month, functions included, by arithmetic on prices that are assumptions. */
export function costsOf({ searches, documents, answers, instances, sql, nodes }: Size, p: Prices): Costs {
  const instanceMonth = SECONDS * (p.runAlwaysVcpuSecond + p.runAlwaysGibSecond);
  const functions =
    instances.search * instanceMonth +
    (searches / MILLION) * p.runMillionRequests +
    documents * SECONDS_A_DOCUMENT * (2 * p.runVcpuSecond + 2 * p.runGibSecond);
  const millionTokens = (documents * TOKENS.document + searches * TOKENS.search) / MILLION;
  const database = (sql.vcpu * p.sqlVcpuHour + sql.gb * p.sqlGbHour) * MONTH_HOURS * sql.copies + sql.ssdGb * sql.copies * p.sqlSsdGbMonth;
  const engine = nodes * p.spannerNodeHour * MONTH_HOURS + ((searches * READS_A_SEARCH) / MILLION) * p.storageMillionReads;
  const { input, output } = p.generatingMillionTokens;
  return {
    functions,
    pgvector: functions + millionTokens * p.embeddingMillionTokens.pgvector + database,
    'vertex-rag': functions + millionTokens * p.embeddingMillionTokens['vertex-rag'] + engine,
    ranking: (searches / 1_000) * p.rankingThousandSearches,
    answering: (answers / MILLION) * (ANSWER_TOKENS.input * input + ANSWER_TOKENS.output * output) + instances.answer * instanceMonth,
  };
}
