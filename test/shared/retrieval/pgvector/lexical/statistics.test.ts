import { describe, expect, it } from 'vitest';
import { createTermStatistics } from '../../../../../shared/retrieval/pgvector/lexical/statistics.ts';
import type { Session } from '../../../../../shared/retrieval/pgvector/store/store.ts';

/** A tenant whose chunks all have every term, and what was asked of it. */
function tenantOf(chunks: number, common: { chunks: number; terms: readonly string[]; counts: readonly number[] }[] = []) {
  const tenant = { version: '1', chunks };
  const counted: string[] = [];
  const answer = (sql: string, values: readonly unknown[]): object[] => {
    if (sql.includes('kb_version')) return [{ version: tenant.version }];
    if (sql.includes('kb_common_terms')) return common;
    if (sql.includes('avg(length)')) {
      counted.push('chunks');
      return [{ chunks: tenant.chunks, average: 10 }];
    }
    const terms = Array.isArray(values[1]) ? values[1].map(String) : [];
    counted.push(...terms);
    return terms.map((term) => ({ term, chunks: tenant.chunks }));
  };
  const session: Session = {
    // The rows are those that the statements of this one file ask for.
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) => answer(sql, values) as Row[],
    script: async () => {},
  };
  return { tenant, counted, session };
}

describe('the statistics of a tenant', () => {
  it('are counted once for each version, each term when it is first asked for', async () => {
    const { tenant, counted, session } = tenantOf(100);
    const statisticsOf = createTermStatistics();
    expect(await statisticsOf(session, 'acme', ['a'])).toEqual({ chunks: 100, averageLength: 10, frequencies: new Map([['a', 100]]) });
    await statisticsOf(session, 'acme', ['a', 'b']);
    expect(counted).toEqual(['chunks', 'a', 'b']);
    Object.assign(tenant, { version: '2', chunks: 101 });
    expect((await statisticsOf(session, 'acme', ['a'])).frequencies).toEqual(new Map([['a', 101]]));
    expect(counted).toEqual(['chunks', 'a', 'b', 'chunks', 'a']);
  });

  it('of a large one are a minute old at most, and no term is in more chunks than there are', async () => {
    const { tenant, counted, session } = tenantOf(10_000);
    let time = 0;
    const statisticsOf = createTermStatistics(() => time);
    await statisticsOf(session, 'acme', ['a']);
    Object.assign(tenant, { version: '2', chunks: 10_500 });
    expect(await statisticsOf(session, 'acme', ['a', 'b'])).toMatchObject({
      chunks: 10_000,
      frequencies: new Map([
        ['a', 10_000],
        ['b', 10_000],
      ]),
    });
    expect(counted).toEqual(['chunks', 'a', 'b']);
    time = 60_001;
    expect(await statisticsOf(session, 'acme', ['b'])).toMatchObject({ chunks: 10_500, frequencies: new Map([['b', 10_500]]) });
  });

  it('of a large one have its common terms at the share that they had at the last maintenance', async () => {
    const { counted, session } = tenantOf(20_000, [{ chunks: 10_000, terms: ['the'], counts: [4_000] }]);
    const { frequencies } = await createTermStatistics()(session, 'acme', ['the', 'rare']);
    expect(frequencies.get('the')).toBe((4_000 / 10_000) * 20_000);
    expect(counted).toEqual(['chunks', 'rare']);
  });
});
