import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { costsOf, readPrices, SIZES } from '../../../golden/parity/costs.ts';
import { parseConfig } from '../../../shared/config.ts';

const README = readFileSync('terraform/README.md', 'utf8');
const number = (text: string) => Number(text.replaceAll(/[*+, ]/g, ''));

/** The cells of a row that begins so, emphasis left out. */
function row(first: string): readonly string[] {
  const cells = README.split('\n')
    .map((line) => line.split('|').map((cell) => cell.replaceAll('**', '').trim()))
    .find(([, label]) => label?.startsWith(first));
  if (!cells) throw new Error(`terraform/README.md has no row "${first}"`);
  return cells.slice(2, -1);
}
const figures = (first: string) => row(first).map(number);
/** Every number of a price row. */
const pricesIn = (first: string) => (row(first)[0]?.match(/\d+\.\d+/g) ?? []).map(Number);

describe('what terraform/README.md says that it costs', () => {
  const prices = readPrices();
  const costs = SIZES.map((size) => costsOf(size, prices));

  it.each([
    ['sum, pgvector', 'pgvector'],
    ['sum, vertex-rag', 'vertex-rag'],
    ['with the Ranking API', 'ranking'],
    ['with answers', 'answering'],
  ] as const)('is, in the row "%s", what the parity report computes', (first, of) => {
    expect(figures(first)).toEqual(costs.map((cost) => Math.round(cost[of])));
  });

  it('is for the same sizes', () => {
    expect(row('a month of')).toEqual(SIZES.map(({ name }) => name));
    expect(figures('passages')).toEqual(SIZES.map(({ passages }) => passages));
    expect(row('searches; documents')).toEqual(
      SIZES.map(({ searches, documents }) => `${searches.toLocaleString('en')}; ${documents.toLocaleString('en')}`),
    );
    expect(figures('answers, a tenth')).toEqual(SIZES.map(({ answers }) => answers));
    const copies = ['', 'one', 'two'];
    expect(row('Cloud SQL: ').map((cell) => cell.split(':')[0])).toEqual(
      SIZES.map(({ sql }) => `${sql.vcpu}, ${sql.gb}, ${copies[sql.copies]}`),
    );
    const counts = (first: string) => row(first).map((cell) => Number(cell.split(':')[0]));
    expect(counts('SSD')).toEqual(SIZES.map(({ sql }) => sql.ssdGb));
    expect(counts('RAG Engine: nodes')).toEqual(SIZES.map(({ nodes }) => nodes));
    expect(counts('`search`: instances')).toEqual(SIZES.map(({ instances }) => instances.search));
    expect(counts('`answer`: instances')).toEqual(SIZES.map(({ instances }) => instances.answer));
  });

  it('is by the prices of prices.json, each of which it states', () => {
    const { pgvector, 'vertex-rag': managed } = prices.embeddingMillionTokens;
    expect(pricesIn('Cloud Run, processor always on')).toEqual([prices.runAlwaysVcpuSecond, prices.runAlwaysGibSecond]);
    expect(pricesIn('Cloud Run, processor during')).toEqual([prices.runVcpuSecond, prices.runGibSecond, prices.runMillionRequests]);
    expect(pricesIn('Cloud SQL Enterprise')).toEqual([prices.sqlVcpuHour, prices.sqlGbHour, prices.sqlSsdGbMonth]);
    expect(pricesIn('gemini-embedding-001')).toEqual([pgvector, managed]);
    expect(pricesIn('gemini-3.5-flash-lite')).toEqual([prices.generatingMillionTokens.input, prices.generatingMillionTokens.output]);
    expect(pricesIn('Ranking API')).toEqual([prices.rankingThousandSearches]);
    expect(pricesIn('RAG Engine: Spanner')).toEqual([prices.spannerNodeHour]);
    expect(pricesIn('Cloud Storage')).toEqual([prices.storageMillionReads]);
  });

  it('has the price of answers from the table that answers are charged by', () => {
    const { generator } = parseConfig({ GENERATOR: 'gemini', GEMINI_API_KEY: 'k' });
    if (generator.kind !== 'gemini') throw new Error('no generator');
    expect(prices.generatingMillionTokens).toEqual({
      input: generator.prices[generator.models.answer.model]?.input,
      output: generator.prices[generator.models.answer.model]?.output,
    });
  });
});
