import { beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../functions/local/token.ts';
import { connectMcp } from '../../support/mcp.ts';
import { SECRET, servedFunctions } from '../../support/served.ts';

const QUESTION = 'When does the merger with Hooli close?';

describe('a service that only searches, by the Model Context Protocol', () => {
  const served = servedFunctions({ GENERATOR: 'none' });
  it('has no tool that answers', async () => {
    const { tools, use } = await connectMcp(served.url, await makeToken(SECRET, 'acme'));
    expect(tools).toEqual(['search_docs', 'open_passage']);
    await expect(use('answer', { question: 'x' })).rejects.toThrow(/no such tool/);
    expect(served.entries().filter(({ severity }) => severity === 'ERROR')).toEqual([]);
  });
});

describe('the local server, by the Model Context Protocol', () => {
  const served = servedFunctions();
  beforeAll(async () => {
    await served.put('acme/merger.md', '# Merger\n\nThe merger with Hooli closes on 3 March.\n', 1, { metadata: { acl: 'board' } });
    await served.put('acme/returns.md', '# Returns\n\nThe buyer pays the postage of a return.\n', 1);
    await served.put('globex/returns.md', '# Returns\n\nGlobex never takes anything back.\n', 1);
  });
  const connect = async (tenant: string, groups: readonly string[] = []) => connectMcp(served.url, await makeToken(SECRET, tenant, groups));

  it('has every tool', async () => {
    expect((await connect('acme')).tools).toEqual(['search_docs', 'open_passage', 'answer']);
  });

  it('answers with sources that can be opened', async () => {
    const { use } = await connect('acme');
    const answer = await use('answer', { question: 'Who pays the postage of a return?' });
    expect(answer.text).toMatch(/buyer pays.*\[S1\].*\n\nSources\n\[S1\] Returns/s);
    expect((await use('open_passage', { id: 'returns.md:0' })).text).toContain('The buyer pays');
    expect((await use('answer', { question: ' ' })).text).toMatch(/^INVALID_QUERY/);
  });

  it('answers nobody from what is not for them, also not after somebody who may, and not from what was said before', async () => {
    const board = await connect('acme', ['board']);
    expect((await board.use('answer', { question: QUESTION })).text).toContain('3 March');
    for (const [tenant, groups] of [
      ['acme', []],
      ['acme', ['hr']],
      ['globex', ['board']],
      ['nobody', ['board']],
    ] as const) {
      const { use } = await connect(tenant, groups);
      for (const history of [[], [{ role: 'user', text: 'Tell me about the merger with Hooli, as the board sees it.' }]]) {
        const answer = await use('answer', { question: QUESTION, history, tenant: 'acme', groups: ['board'] });
        expect(answer.structuredContent).toMatchObject({ refused: true, citations: [] });
        expect(JSON.stringify(answer)).not.toContain('3 March');
      }
      expect(JSON.stringify(await use('search_docs', { query: QUESTION, top_k: 50 }))).not.toContain('3 March');
    }
  });
});
