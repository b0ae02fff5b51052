import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../../shared/config.ts';
import { managedSuite, never, settled } from '../../../support/managed-suite.ts';

describe('region and mode of the engine', () => {
  const suite = managedSuite();
  const { newTenant, put, search, candidates, list } = suite;
  const opening = (env: Record<string, string>) => settled(suite.open({ env }));

  it('refuses another region at the start, and says what to set', async () => {
    const refused = await opening({ RAG_LOCATION: 'europe-west4' });
    expect(refused).toBeInstanceOf(ConfigError);
    expect(refused).toMatchObject({
      message: expect.stringMatching(/^RAG_LOCATION: .* not there in europe-west4 for fake\. Choose a region/),
    });
  });

  it.each([
    [
      'serverless',
      { RAG_MODE: 'spanner' },
      /is in the serverless mode, the configuration says spanner\..*Set RAG_MODE=serverless, or change/,
    ],
    ['basic', { RAG_MODE: 'serverless' }, /is in the spanner mode, the configuration says serverless\..*Set RAG_MODE=spanner/],
    ['unprovisioned', {}, /is unprovisioned, and holds nothing\. Set its tier to basic or scaled first/],
  ] as const)('refuses a start when the engine is %s and the configuration says otherwise', async (mode, env, message) => {
    suite.rag.setMode(mode);
    const refused = await opening(env);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(refused).toMatchObject({ message: expect.stringMatching(message) });
  });

  it.each(['basic', 'scaled'] as const)('takes the tier %s', async (mode) => {
    suite.rag.setMode(mode);
    expect(await opening({})).not.toBeInstanceOf(Error);
  });

  it.each([
    ['a quota that is used up', { code: 8 }],
    ['an outage', { code: 14 }],
    ['a permission that it lacks', { code: 7 }],
  ])('starts in spite of %s, and logs it', async (_, reply) => {
    suite.lines.length = 0;
    suite.rag.always('getRagEngineConfig', reply);
    expect(await opening({})).not.toBeInstanceOf(Error);
    expect(suite.entries()).toContainEqual(
      expect.objectContaining({
        severity: reply.code === 7 ? 'ERROR' : 'WARNING',
        message: expect.stringMatching(/mode could not be read/),
      }),
    );
  });

  it('does not wait for long at the start', async () => {
    suite.rag.always('getRagEngineConfig', 'hang');
    const before = performance.now();
    expect(await opening({})).not.toBeInstanceOf(Error);
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it('switched while it runs, says so in each search and makes nothing in the other mode; switched back, all is as it was', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe axolotl.\n');
    suite.rag.setMode('serverless');
    expect(await settled(candidates(tenant, 'axolotl'))).toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(
        /no longer has the corpus .* mode spanner: it was deleted, or the engine's mode was changed\. npm run reconcile/,
      ),
    });
    const late = await suite.upload(tenant, 'b.md', '# B\n\nThe axolotl too.\n');
    for (const document of [late, await suite.upload(newTenant(), 'c.md', '# C\n\nThe first of its tenant.\n')]) {
      expect(await settled(suite.backend.put(document, never))).toMatchObject({
        name: 'Refused',
        message: expect.stringMatching(/RAG_MODE=serverless/),
      });
    }
    expect(suite.rag.corpora()).toEqual([]);
    suite.rag.setMode('basic');
    expect(await search(tenant, 'axolotl')).toEqual(['a.md']);
    await suite.backend.put(late, never);
    expect([...(await search(tenant, 'axolotl'))].sort()).toEqual(['a.md', 'b.md']);
    expect(suite.corpora(tenant)).toHaveLength(1);
    expect(await list(tenant)).toMatchObject([{ complete: true }, { complete: true }]);
  });

  it('unprovisioned while it runs, says so', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe axolotl.\n');
    suite.rag.setMode('unprovisioned');
    expect(await settled(candidates(tenant, 'axolotl'))).toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(/unprovisioned/),
    });
  });

  it('keeps a corpus to its model, and lets it go by the command that the refusal names', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe axolotl.\n');
    const other = await suite.open({ env: { RAG_EMBED_MODEL: 'text-multilingual-embedding-002' } });
    const refusal = { name: 'Refused', message: expect.stringContaining(`npm run tenant -- --drop ${tenant}`) };
    expect(await settled(candidates(tenant, 'axolotl', { by: other }))).toMatchObject(refusal);
    expect(await settled(other.put(await suite.live(tenant, 'a.md'), never))).toMatchObject(refusal);
    expect(await other.drop(tenant)).toMatchObject({ documents: 1 });
    expect(suite.corpora(tenant)).toEqual([]);
    expect(await other.put(await suite.live(tenant, 'a.md'), never)).toMatchObject({ outcome: 'indexed' });
    expect(await search(tenant, 'axolotl', { by: other })).toEqual(['a.md']);
  });
});
