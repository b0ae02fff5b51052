import { beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../functions/local/token.ts';
import { type Client, createClient, GroundwireError } from '../../../shared/client/index.ts';
import { SECRET, servedFunctions } from '../../support/served.ts';

describe('the client, of the local server', () => {
  const served = servedFunctions();
  let client: Client;
  beforeAll(async () => {
    await served.put('acme/docs/a b.md', '---\nproduct: pump\n---\n# Guide\n\n## Pumps\n\nThe pump needs oil.\n', 1);
    client = createClient({ url: `${served.url}/`, token: await makeToken(SECRET, 'acme') });
  });

  it('searches', async () => {
    const reply = await client.search({ query: 'which pump needs oil', top_k: 3, filter: { product: ['pump', 'valve'] }, explain: true });
    expect(reply.passages.map(({ id, text }) => ({ id, text }))).toEqual([{ id: 'docs/a b.md:0', text: 'The pump needs oil.' }]);
    expect(reply.passages[0]?.explain?.fused.rank).toBe(1);
    expect((await client.search({ query: 'oil', filter: { product: 'valve' } })).note).toMatch(/Say so/);
  });

  it('opens a passage by an id that has to be encoded', async () => {
    expect((await client.openPassage('docs/a b.md:0')).passage.source.title).toBe('Guide');
  });

  it('ranks', async () => {
    const passages = [
      { id: 'a', text: 'Water.' },
      { id: 'b', text: 'Oil.' },
    ];
    expect((await client.rerank({ query: 'oil', passages, top_n: 1 })).ranking).toHaveLength(1);
  });

  it('has what was refused as an error with its code, status and request id', async () => {
    const failure = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);
    expect(await failure(client.search({ query: ' ' }))).toMatchObject({ code: 'INVALID_QUERY', status: 400, retryAfter: undefined });
    const missing = await failure(client.openPassage('no'));
    expect(missing).toBeInstanceOf(GroundwireError);
    expect(missing).toMatchObject({ code: 'NOT_FOUND', status: 404, requestId: expect.stringMatching(/^[\w-]{36}$/) });
    const stranger = createClient({ url: served.url, token: 'x.y.z' });
    expect(await failure(stranger.search({ query: 'oil' }))).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });

  it('asks for a token before every request, and sees what that one may see', async () => {
    const tenants = ['acme', 'globex'];
    const both = createClient({ url: served.url, token: () => makeToken(SECRET, tenants.shift() ?? '') });
    expect((await both.search({ query: 'oil' })).passages).toHaveLength(1);
    expect((await both.search({ query: 'oil' })).passages).toHaveLength(0);
    await expect(both.search({ query: 'oil' })).rejects.toMatchObject({ code: 'NO_TENANT' });
  });

  it('stops when it is told to', async () => {
    await expect(client.search({ query: 'oil' }, { signal: AbortSignal.abort(new Error('changed my mind')) })).rejects.toThrow(
      'changed my mind',
    );
  });

  it('says which address it has not been told', async () => {
    const token = await makeToken(SECRET, 'acme');
    const partial = createClient({ url: { search: served.url }, token });
    expect((await partial.search({ query: 'oil' })).passages).toHaveLength(1);
    await expect(partial.rerank({ query: 'oil', passages: [] })).rejects.toThrow('url.rerank is not set');
  });
});
