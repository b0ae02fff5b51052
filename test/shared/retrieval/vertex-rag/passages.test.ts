import { describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../shared/caller.ts';
import { managedSuite, never } from '../../../support/managed-suite.ts';

describe('opening a passage of a document in many files', () => {
  const suite = managedSuite({}, { env: { RAG_MAX_TOP_K: '5', RAG_CHUNK_TOKENS: '64', RAG_CHUNK_OVERLAP_TOKENS: '0' } });
  const body = (animal: string) =>
    Array.from({ length: 12 }, (_, i) => `## Part ${i}\n\n${`Sentence ${i} of the ${animal}. `.repeat(8)}\n`).join('\n');
  const open = async (tenant: string, ids: readonly string[]) => {
    const before = suite.rag.calls('retrieveContexts');
    const opened = await suite.backend.passages(makeCaller(tenant, [], 'me'), ids, never);
    return { ids: opened.map(({ id }) => id), requests: suite.rag.calls('retrieveContexts') - before };
  };

  it('asks for the one file that its id names, and for none that has been replaced', async () => {
    const tenant = suite.newTenant();
    await suite.put(tenant, 'long.md', `# Long\n\n${body('dugong')}`);
    const found = [await suite.candidates(tenant, 'sentence 2'), await suite.candidates(tenant, 'sentence 9')].flat();
    const byFile = Map.groupBy(found, ({ version }) => version.split('-')[0]);
    const [first, second] = [...byFile.values()].map(([candidate]) => candidate?.id ?? '');
    if (first === undefined || second === undefined) throw new Error('everything was found in one file');
    expect(suite.files(tenant).length).toBeGreaterThan(2);
    expect(await open(tenant, [first])).toEqual({ ids: [first], requests: 1 });
    expect(await open(tenant, [second, first, second])).toEqual({ ids: [second, first, second], requests: 2 });
    await suite.put(tenant, 'long.md', `# Long\n\n${body('manatee')}`);
    expect(await open(tenant, [first])).toEqual({ ids: [], requests: 0 });
  });

  it('asks for each file where the id is of the text alone', async () => {
    const tenant = suite.newTenant();
    await suite.put(tenant, 'long.md', `# Long\n\n${body('dugong')}`);
    expect(await open(tenant, ['long.md:0123456789abcdef01234567'])).toEqual({ ids: [], requests: suite.files(tenant).length });
  });
});
