import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../shared/caller.ts';
import { parseFilter } from '../../../../shared/retrieval/filter.ts';
import { managedSuite, never } from '../../../support/managed-suite.ts';

describe('metadata that the service filters by first', () => {
  const suite = managedSuite({}, { env: { RAG_METADATA_FIELDS: 'product, odd key!, in, true, tags, acl' } });
  const { newTenant, put, search, candidates } = suite;
  const filters = () =>
    (suite.rag.requests.retrieveContexts ?? []).map(
      (request) => JSON.parse(JSON.stringify(request)).query.ragRetrievalConfig?.filter?.metadataFilter,
    );
  const last = () => filters().findLast((filter) => filter);

  it('is said in the filter as the keys that are declared, quoted so that nothing in it can break out', async () => {
    const tenant = newTenant();
    const odd = ['a"b', 'a\\', '\\" || true == true || product == "', "it's", 'line\nbreak', '部署', '', '{}', '&& (', '\u2028'];
    for (const [i, value] of odd.entries()) await put(tenant, `d${i}.md`, `# D${i}\n\nThe caracal ${i}.\n`, { product: value });
    suite.lines.length = 0;
    for (const [i, value] of odd.entries()) {
      expect(await search(tenant, 'caracal', { filter: parseFilter({ product: value }) })).toEqual([`d${i}.md`]);
    }
    expect(suite.entries().filter(({ alert }) => alert)).toEqual([]);
    expect(last()).toMatch(/^product == ".*" && g[0-9a-f]{16} == true$/s);
  });

  it('takes any value of a document for what it is and no other', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe caracal.\n', { product: 'pump' });
    suite.lines.length = 0;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (value) => {
        expect(await search(tenant, 'caracal', { filter: parseFilter({ product: value }) })).toEqual(value === 'pump' ? ['a.md'] : []);
      }),
      { numRuns: 25 },
    );
    expect(suite.entries().filter(({ alert }) => alert)).toEqual([]);
  });

  it('takes keys that a filter can not name, reserved words and lists', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '---\ntags: [x, y]\n---\n# A\n\nThe caracal.\n', { 'odd key!': 'one', in: 'two', true: 'three' });
    await put(tenant, 'b.md', '# B\n\nThe caracal.\n', { 'odd key!': 'other', in: 'other', true: 'other' });
    suite.lines.length = 0;
    for (const wanted of [{ 'odd key!': 'one' }, { in: 'two' }, { true: 'three' }, { tags: 'x' }]) {
      expect(await search(tenant, 'caracal', { filter: parseFilter(wanted) })).toEqual(['a.md']);
    }
    expect(suite.entries().filter(({ alert }) => alert)).toEqual([]);
  });

  it('leaves out what no document of the tenant has, and asks without where that leaves too few', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe caracal.\n', { acl: 'hr' });
    const from = filters().length;
    expect(await search(tenant, 'caracal', { filter: parseFilter({ product: 'pump' }), groups: ['hr'] })).toEqual([]);
    expect(filters().slice(from)).toEqual([expect.stringMatching(/^g[0-9a-f]{16} == true$/), undefined]);
    expect(await search(tenant, 'caracal', { groups: ['sales'] })).toEqual([]);
  });

  it('is never the only filter: what changed since is held against the bucket', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe caracal.\n', { acl: 'hr' });
    suite.storage.describe(`documents/${tenant}/a.md`, { acl: 'board' });
    expect(await search(tenant, 'caracal', { groups: ['hr'] })).toEqual([]);
    expect(await search(tenant, 'caracal', { groups: ['board'] })).toEqual(['a.md']);
    // Once the event of it came, the service knows as well.
    expect(await suite.backend.put(await suite.live(tenant, 'a.md'), never)).toMatchObject({ outcome: 'indexed' });
    expect(await search(tenant, 'caracal', { groups: ['board'], limit: 1 })).toEqual(['a.md']);
  });

  it('may name many groups of one document', async () => {
    const tenant = newTenant();
    const groups = Array.from({ length: 12 }, (_, i) => `group ${i}`);
    expect(await put(tenant, 'a.md', '# A\n\nThe caracal.\n', { acl: groups.join(',') })).toMatchObject({ outcome: 'indexed' });
    for (const group of [groups[0], groups[11]]) expect(await search(tenant, 'caracal', { groups: [group ?? ''] })).toEqual(['a.md']);
  });

  it('is done without, and logged, where the service refuses the filter', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe caracal.\n');
    suite.lines.length = 0;
    suite.rag.script('retrieveContexts', { code: 3, details: 'Invalid metadata_filter' });
    expect((await candidates(tenant, 'caracal')).map(({ hit }) => hit?.documentId)).toEqual(['a.md']);
    expect(suite.entries()).toContainEqual(expect.objectContaining({ severity: 'ERROR', alert: 'refused', tenant }));
    suite.rag.script('retrieveContexts', { code: 8 });
    await expect(search(tenant, 'caracal')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('opens a passage without it', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe caracal.\n', { acl: 'hr' });
    const [found] = await candidates(tenant, 'caracal', { groups: ['hr'] });
    expect(await suite.backend.passages(makeCaller(tenant, ['hr'], 'me'), [found?.id ?? ''], never)).toHaveLength(1);
    expect(await suite.backend.passages(makeCaller(tenant, ['it'], 'me'), [found?.id ?? ''], never)).toEqual([]);
  });
});
