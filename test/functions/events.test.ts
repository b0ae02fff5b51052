import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../shared/errors.ts';
import { servedFunctions } from '../support/served.ts';

describe('events', () => {
  const served = servedFunctions();
  const { embedder, entries, event, lines, put, search, write } = served;

  it('acknowledges what can never be indexed, and says why in the log', async () => {
    lines.length = 0;
    write('acme/noise.bin', Buffer.from(Array.from({ length: 2_048 }, (_, i) => (i * 73) % 256)));
    expect((await event('finalized', { bucket: 'local', name: 'acme/noise.bin', generation: '1' })).status).toBe(204);
    expect(entries()).toContainEqual(
      expect.objectContaining({
        severity: 'WARNING',
        message: 'ingest',
        outcome: 'failed',
        code: 'UNSUPPORTED_TYPE',
        object: 'acme/noise.bin',
      }),
    );
  });

  it.each([
    ['an event of another kind', 'something', { bucket: 'local', name: 'acme/a.md', generation: '1' }],
    ['an event without a generation', 'finalized', { bucket: 'local', name: 'acme/a.md' }],
    ['an event of another bucket', 'finalized', { bucket: 'other', name: 'acme/a.md', generation: '1' }],
    ['an object that is gone', 'finalized', { bucket: 'local', name: 'acme/never.md', generation: '1' }],
    ['an object outside a tenant', 'finalized', { bucket: 'local', name: 'readme.md', generation: '1' }],
    ['an object of no tenant', 'deleted', { bucket: 'local', name: 'NOT A TENANT/a.md', generation: '1' }],
    ['a folder', 'finalized', { bucket: 'local', name: 'acme/folder/', generation: '1' }],
    ['a way out of the bucket', 'finalized', { bucket: 'local', name: 'acme/../../../etc/hostname', generation: '1' }],
  ])('acknowledges %s and goes on', async (_, kind, data) => {
    expect((await event(kind, data)).status).toBe(204);
  });

  it('asks for another delivery when the embedding model is not available', async () => {
    const { embedPassages } = embedder;
    Object.assign(embedder, { embedPassages: async () => Promise.reject(new Unavailable('quota', { code: 'RATE_LIMITED' })) });
    write('acme/later.md', '# Later\n\nlater\n');
    const data = { bucket: 'local', name: 'acme/later.md', generation: '1' };
    const response = await fetch(`${served.url}/ingest`, {
      method: 'POST',
      body: JSON.stringify(data),
      headers: {
        'content-type': 'application/json',
        'ce-specversion': '1.0',
        'ce-id': '1',
        'ce-source': 's',
        'ce-type': 'google.cloud.storage.object.v1.finalized',
      },
    });
    expect(response.status).toBe(500);
    Object.assign(embedder, { embedPassages });
    expect((await event('finalized', data)).status).toBe(204);
    expect((await search({ query: 'later' })).json.passages[0]).toMatchObject({ document_id: 'later.md' });
  });

  it('an empty file, a huge one, and one of 20,000 headings each come to a clear end', async () => {
    lines.length = 0;
    expect((await put('acme/empty.md', '', 1)).status).toBe(204);
    expect((await put('acme/huge.md', `# Huge\n\n${'word '.repeat(6_000_000)}`, 1)).status).toBe(204);
    expect(
      (await put('acme/headings.md', Array.from({ length: 20_000 }, (_, i) => `## Heading ${i}\n\nText ${i}.\n`).join('\n'), 1)).status,
    ).toBe(204);
    const outcomes = entries().filter(({ message }) => message === 'ingest');
    expect(outcomes.map(({ outcome, code, chunks }) => [outcome, code, chunks])).toEqual([
      ['failed', 'EMPTY_DOCUMENT', 0],
      ['failed', 'TOO_LARGE', 0],
      ['indexed', undefined, 20_000],
    ]);
    expect(outcomes[1].reason).toMatch(/more than 10000000 bytes; DOCUMENT_MAX_BYTES is 10000000/);
    expect((await search({ query: 'heading 19999' })).json.passages[0].section).toBe('headings > Heading 19999');
  }, 120_000);

  it('keeps NUL and lone surrogates out of the way, in documents and in queries', async () => {
    expect((await put('acme/odd.md', '# O\u0000dd\n\nquetzal \u0000 \ud800 end\n', 1)).status).toBe(204);
    for (const query of ['quetzal\\u0000', '\\ud800 quetzal', 'que\\u0000tzal']) {
      expect((await search(`{"query":"${query}"}`)).json.passages[0]).toMatchObject({ document_id: 'odd.md' });
    }
  });
});
