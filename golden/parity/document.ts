import type { RunFile } from '../archive.ts';
import type { Findings, SetFindings, VariantFindings } from '../report/findings.ts';
import { runInWords } from '../report/verdicts.ts';
import { commitInWords, metricName, milliseconds, score, signed, timeInWords } from '../report/words.ts';
import { costsOf, type Prices, SIZES } from './costs.ts';

/** The variants that are compared, ours first. */
export const OURS = 'hybrid';
export const THEIRS = 'managed';

export interface ParityOptions {
  readonly prices: Prices;
  /** Where Google's service was not Google's: then the figures of its side say nothing about it. */
  readonly isFaked: boolean;
}

/** What a team needs to choose between its own Postgres and the managed engine, from one run of both: in Markdown. */
export function parityDocument({ run, sets }: Findings, { prices, isFaked }: ParityOptions): string {
  return [
    '# Own Postgres or RAG Engine',
    ...(isFaked ? [FAKED] : []),
    `Measured ${timeInWords(run.at)} at ${commitInWords(run)}, by \`${run.command}\`. Both sides were asked the same questions about the same documents.`,
    '## What they find',
    qualityTable(sets),
    ...runInWords({ sets }),
    'A difference counts as shown where p, corrected for every row, is 0.05 or less; the intervals are 95 %. A passage of RAG Engine counts for a ' +
      'heading when it says half or more of what stands under it, wherever the service cut.',
    '## Who sees what',
    leaksInWords(sets),
    '## How long a search takes',
    latencyTable(sets),
    'Measured from where this ran, one search at a time, reading and checking included.',
    '## What they cost',
    costTable(prices),
    `${prices.assumed} By \`golden/parity/costs.ts\`; the Ranking API is the same for both, and comes on top.`,
    '## What differs whatever the figures say',
    DIFFERENCES,
    '## How it was run',
    settingsOf(run),
    '',
  ].join('\n\n');
}

const FAKED =
  '> **Against a fake of the service.** It shows that the comparison works, end to end. What stands below of RAG Engine’s quality and speed is the ' +
  "fake’s, and says nothing about Google's: run it with a project's credentials before deciding anything.";

const variantOf = ({ variants }: SetFindings, name: string): VariantFindings | undefined =>
  variants.find((variant) => variant.name === name);

function qualityTable(sets: readonly SetFindings[]): string {
  const rows = sets.flatMap((set) => {
    const { name, metric = '', queries } = set;
    const [ours, theirs] = [variantOf(set, OURS), variantOf(set, THEIRS)];
    if (!ours || !theirs) return [];
    const { difference, interval, verdict = '' } = theirs.comparison ?? {};
    const by = interval && difference !== undefined ? `${signed(difference)} (${signed(interval.low)} to ${signed(interval.high)})` : '';
    const figures = [ours, theirs].map(({ metrics }) => score(metrics[metric] ?? Number.NaN));
    return [[name, String(queries.length), metricName(metric), ...figures, by, verdict]];
  });
  return tableOf(['set', 'questions', 'by', 'own Postgres', 'RAG Engine', 'difference', 'RAG Engine is'], rows);
}

function leaksInWords(sets: readonly SetFindings[]): string {
  const leaks = (name: string) =>
    sets.reduce((sum, set) => sum + (variantOf(set, name)?.runs.reduce((of, run) => of + run.leaks, 0) ?? 0), 0);
  return `Passages that came to somebody who must not see them: own Postgres ${leaks(OURS)}, RAG Engine ${leaks(THEIRS)}. Both must be 0.`;
}

const latencyTable = (sets: readonly SetFindings[]): string =>
  tableOf(
    ['set', 'own Postgres p50, p95 ms', 'RAG Engine p50, p95 ms'],
    sets.map((set) => [
      set.name,
      ...[OURS, THEIRS].map((name) => {
        const { p50 = Number.NaN, p95 = Number.NaN } = variantOf(set, name)?.latencyMs ?? {};
        return `${milliseconds(p50)}, ${milliseconds(p95)}`;
      }),
    ]),
  );

const dollars = (value: number): string => Math.round(value).toLocaleString('en');

const costTable = (prices: Prices): string =>
  tableOf(
    ['US dollars a month', 'passages', 'searches', 'documents that change', 'own Postgres', 'RAG Engine', 'with ranking, on top'],
    SIZES.map((size) => {
      const costs = costsOf(size, prices);
      const counts = [size.passages, size.searches, size.documents].map((value) => value.toLocaleString('en'));
      return [size.name, ...counts, dollars(costs.pgvector), dollars(costs['vertex-rag']), dollars(costs.ranking)];
    }),
  );

const DIFFERENCES = `| | own Postgres | RAG Engine |
|---|---|---|
| words and identifiers | BM25 and an identifier arm of our own | what the service's hybrid search makes of them, where its database has it |
| a changed document | its changed passages are embedded, searchable in seconds | the whole document is imported again, at 60 requests a minute and 3 imports at once a region |
| a deleted document | gone with the event | hidden with the event (every hit is checked), deleted from the service soon after |
| narrow filters | inside the query, complete | checked after the search; asked for more, then by a list of files, until complete |
| an id of a passage | stays while the text does | lasts as long as the version of the document |
| repeated searches | answered from memory, for the tenant's version is known | always asked again |
| embedding model | changed beside the old one, then switched | a corpus keeps its model: drop, and import again |
| to run | an instance to size, patch and pay | a tier to choose; quotas to ask for |`;

const settingsOf = ({ configuration, k, node }: RunFile): string =>
  `\`\`\`json\n${JSON.stringify({ ...configuration, k, node }, null, 2)}\n\`\`\``;

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
