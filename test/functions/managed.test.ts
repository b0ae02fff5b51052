import { describe, expect, it } from 'vitest';
import { makeToken } from '../../functions/local/token.ts';
import { passageReply, searchReply } from '../../functions/search/schemas.ts';
import type { StorageEvent } from '../fakes/storage.ts';
import { SECRET } from '../support/served.ts';
import { servedManaged } from '../support/served-managed.ts';

describe('the functions over the managed backend', () => {
  const served = servedManaged();
  const { call, deliver, entries, lines, put, search } = served;
  const found = async (query: string, tenant: string, groups: string[] = []): Promise<readonly string[]> =>
    (await search({ query }, tenant, groups)).json.passages.map(({ document_id }: { document_id: string }) => document_id);
  const eventsOf = (name: string): readonly StorageEvent[] =>
    served.storage.events.filter(({ data }) => data.bucket === 'documents' && data.name === name);
  const outcomes = () => entries().flatMap(({ message, outcome }) => (message === 'ingest' ? [outcome] : []));

  it('an empty corpus is a working state: searched, opened and reconciled before anything was ever put', async () => {
    const reply = await search({ query: 'anything' }, 'nobody');
    expect([reply.status, reply.json]).toEqual([
      200,
      { status: 'success', passages: [], note: 'No matching documents. Say so rather than guessing.', request_id: expect.any(String) },
    ]);
    expect((await call('GET', '/passages/a.md%3A1-2', { token: await makeToken(SECRET, 'nobody') })).status).toBe(404);
    const reconciled = await call('POST', '/reconcile', { body: '{}' });
    expect([reconciled.status, reconciled.json.status]).toEqual([200, 'success']);
    expect(served.rag.corpora()).toEqual([]);
  });

  it('stays one when the last document is gone', async () => {
    await put('emptied/a.md', '# A\n\nThe numbat.\n');
    served.storage.remove('documents/emptied/a.md');
    expect((await deliver()).status).toBe(204);
    expect((await search({ query: 'numbat' }, 'emptied')).json).toMatchObject({
      status: 'success',
      passages: [],
      note: expect.any(String),
    });
  });

  it('call somebody where the bucket refuses them, though the whole search fails', async () => {
    await put('barred/a.md', '# A\n\nThe numbat.\n');
    lines.length = 0;
    served.storage.script(403);
    expect((await search({ query: 'numbat' }, 'barred')).status).toBe(503);
    expect(entries()).toContainEqual(expect.objectContaining({ severity: 'ERROR', message: 'request', status: 503, alert: 'refused' }));
    expect((await search({ query: 'numbat' }, 'barred')).status).toBe(200);
  });

  it('take a document in and hand out its passages', async () => {
    lines.length = 0;
    expect((await put('acme/guides/a.md', '# Guide\n\n## Pumps\n\nThe pump needs oil.\n', { product: 'pump' })).status).toBe(204);
    expect(entries()).toContainEqual(
      expect.objectContaining({ message: 'ingest', outcome: 'indexed', chunks: 1, lag_ms: expect.any(Number) }),
    );
    const { passages } = searchReply.parse((await search({ query: 'which pump needs oil', filter: { product: 'pump' } })).json);
    expect(passages).toEqual([
      {
        id: expect.stringMatching(/^guides\/a\.md:\d+-\d+$/),
        document_id: 'guides/a.md',
        section: 'Guide > Pumps',
        text: expect.stringContaining('The pump needs oil.'),
        score: expect.any(Number),
        metadata: { language: 'en', product: 'pump' },
        source: { title: 'Guide', uri: 'gs://documents/acme/guides/a.md', updated_at: expect.any(String) },
      },
    ]);
    const opened = await call('GET', `/passages/${encodeURIComponent(passages[0]?.id ?? '')}`, { token: await makeToken(SECRET, 'acme') });
    expect(passageReply.parse(opened.json).passage.text).toBe(passages[0]?.text);
    for (const secret of ['needs oil', 'which pump']) expect(lines.join()).not.toContain(secret);
  });

  it('follow an object through its events', async () => {
    const name = 'life/a.md';
    await put(name, '# A\n\nThe tapir one.\n');
    expect(await found('tapir', 'life')).toEqual(['a.md']);
    served.storage.describe(`documents/${name}`, { acl: 'hr' });
    lines.length = 0;
    await deliver();
    expect(outcomes()).toEqual(['described']);
    expect([await found('tapir', 'life'), await found('tapir', 'life', ['hr'])]).toEqual([[], ['a.md']]);
    served.storage.put(`documents/${name}`, '# A\n\nThe tapir two.\n');
    for (const event of served.storage.events.slice(-2)) await deliver(event);
    expect((await search({ query: 'tapir' }, 'life')).json.passages[0].text).toContain('tapir two');
    served.storage.remove(`documents/${name}`);
    await deliver();
    expect(await found('tapir', 'life')).toEqual([]);
  });

  it('come to the same end however late, often and disordered the events are', async () => {
    const name = 'late/a.md';
    served.storage.put(`documents/${name}`, '# A\n\nThe tapir one.\n');
    served.storage.describe(`documents/${name}`, { acl: 'hr' });
    served.storage.put(`documents/${name}`, '# A\n\nThe tapir two.\n', { acl: 'hr' });
    served.storage.describe(`documents/${name}`, { acl: 'board' });
    const events = eventsOf(name);
    expect(events.map(({ kind }) => kind)).toEqual(['finalized', 'metadataUpdated', 'deleted', 'finalized', 'metadataUpdated']);
    lines.length = 0;
    for (const event of [...events].reverse()) expect((await deliver(event)).status).toBe(204);
    expect(outcomes()).toEqual(['indexed', 'stale', 'removed', 'stale', 'stale']);
    for (const event of [...events, ...events]) expect((await deliver(event)).status).toBe(204);
    expect([await found('tapir', 'late', ['hr']), await found('tapir', 'late', ['board'])]).toEqual([[], ['a.md']]);
    served.storage.remove(`documents/${name}`);
    await deliver();
    // What came before the deletion does not bring it back.
    for (const event of events) expect((await deliver(event)).status).toBe(204);
    expect(await found('tapir', 'late', ['board'])).toEqual([]);
    expect(served.rag.corpora().flatMap(({ displayName, files }) => (displayName === 'groundwire late' ? [...files] : []))).toEqual([]);
  });

  it('take an archived version for a deleted one', async () => {
    await put('archive/a.md', '# A\n\nThe tapir.\n');
    const [finalized] = eventsOf('archive/a.md');
    served.storage.remove('documents/archive/a.md');
    expect((await deliver({ kind: 'archived', data: finalized?.data ?? {} })).status).toBe(204);
    expect(await found('tapir', 'archive')).toEqual([]);
    lines.length = 0;
    if (finalized) await deliver(finalized);
    expect(outcomes()).toEqual(['stale']);
  });

  it('acknowledge a version that is gone, and ask for another delivery where the service lost something', async () => {
    served.storage.put('documents/gone/a.md', '# A\n\nThe tapir one.\n');
    served.storage.put('documents/gone/a.md', '# A\n\nThe tapir two.\n');
    const [first, , second] = eventsOf('gone/a.md');
    lines.length = 0;
    if (first) expect((await deliver(first)).status).toBe(204);
    expect(outcomes()).toEqual(['superseded']);
    served.rag.script('importRagFiles', { code: 5 });
    if (second) expect((await deliver(second)).status).toBe(500);
    if (second) expect((await deliver(second)).status).toBe(204);
    expect(await found('tapir', 'gone')).toEqual(['a.md']);
  });

  it('acknowledge what can never be indexed, with the reason in the log', async () => {
    lines.length = 0;
    served.rag.failFiles(() => 'the file is corrupt');
    expect((await put('broken/a.md', '# A\n\nThe tapir.\n')).status).toBe(204);
    served.rag.failFiles(() => undefined);
    expect(entries()).toContainEqual(
      expect.objectContaining({
        severity: 'WARNING',
        message: 'ingest',
        outcome: 'failed',
        code: 'IMPORT_FAILED',
        reason: expect.stringContaining('the file is corrupt'),
      }),
    );
  });

  it('answer a search with what is missing where the corpus is gone, and reconcile makes it whole', async () => {
    await put('lost/a.md', '# A\n\nThe tapir.\n');
    for (const { id, displayName } of served.rag.corpora()) if (displayName === 'groundwire lost') served.rag.deleteCorpus(id);
    lines.length = 0;
    const reply = await search({ query: 'tapir' }, 'lost');
    expect(reply.status).toBe(503);
    expect(reply.text).not.toMatch(/ragCorpora/);
    expect(lines.join()).toMatch(/npm run reconcile/);
    expect((await call('POST', '/reconcile', { body: '{"tenant":"lost"}' })).json).toMatchObject({
      status: 'success',
      updated: 1,
      failed: 0,
    });
    expect(await found('tapir', 'lost')).toEqual(['a.md']);
  });

  it('find one document of two that say the same', async () => {
    await put('twins/a.md', '# Same\n\nThe same tapir.\n');
    await put('twins/b.md', '# Same\n\nThe same tapir.\n');
    expect(await found('tapir', 'twins')).toHaveLength(1);
  });
});
