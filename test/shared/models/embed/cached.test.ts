import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../../../shared/errors.ts';
import { cacheQueries } from '../../../../shared/models/embed/cached.ts';
import { countingEmbedder } from '../../../fakes/embedder.ts';

const never = new AbortController().signal;

/** An embedder whose first queries end as they are told, and which says under which signal each was asked. */
function scripted(...outcomes: readonly Promise<unknown>[]) {
  const inner = countingEmbedder();
  const asked: { readonly text: string; readonly signal: AbortSignal }[] = [];
  const cached = (most: number) =>
    cacheQueries(
      {
        ...inner,
        async embedQuery(text, signal) {
          const place = asked.push({ text, signal }) - 1;
          await outcomes[place];
          return inner.embedQuery(text, signal);
        },
      },
      most,
    );
  return { inner, cached, texts: () => asked.map(({ text }) => text), asked };
}

describe('a query that was embedded', () => {
  it('costs one call', async () => {
    const { inner, cached, texts } = scripted();
    const embedder = cached(2);
    const vector = await embedder.embedQuery('refunds', never);
    expect(vector).toEqual(await inner.embedQuery('refunds', never));
    expect(await embedder.embedQuery('refunds', never)).toBe(vector);
    expect(texts()).toEqual(['refunds']);
  });

  it('costs one call for two that ask at once', async () => {
    const { cached, texts } = scripted();
    const embedder = cached(2);
    const [a, b] = await Promise.all([embedder.embedQuery('refunds', never), embedder.embedQuery('refunds', never)]);
    expect(a).toBe(b);
    expect(texts()).toHaveLength(1);
  });

  it('is remembered, which is told', async () => {
    const embedder = scripted().cached(2);
    expect(embedder.remembers?.('refunds')).toBe(false);
    await embedder.embedQuery('refunds', never);
    expect(embedder.remembers?.('refunds')).toBe(true);
    expect(embedder.remembers?.('Refunds')).toBe(false);
  });

  it('is forgotten when others were asked for since', async () => {
    const { cached, texts } = scripted();
    const embedder = cached(2);
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await embedder.embedQuery(text, never);
    expect(texts()).toEqual(['a', 'b', 'c', 'b']);
  });

  it('is no failure', async () => {
    const { cached, texts } = scripted(Promise.reject(new Unavailable('down')));
    const embedder = cached(2);
    await expect(embedder.embedQuery('refunds', never)).rejects.toThrow('down');
    expect(embedder.remembers?.('refunds')).toBe(false);
    await embedder.embedQuery('refunds', never);
    expect(texts()).toHaveLength(2);
  });
});

describe('one that gives up', () => {
  it('does not take the others down', async () => {
    const gate = Promise.withResolvers<void>();
    const { cached, texts, asked } = scripted(gate.promise);
    const embedder = cached(2);
    const impatient = new AbortController();
    const first = embedder.embedQuery('refunds', impatient.signal);
    const second = embedder.embedQuery('refunds', never);
    impatient.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(asked[0]?.signal.aborted).toBe(false);
    gate.resolve();
    expect(await second).toHaveLength(64);
    expect(texts()).toHaveLength(1);
  });

  it('leaves the vector to who asks next', async () => {
    const gate = Promise.withResolvers<void>();
    const { cached, texts } = scripted(gate.promise);
    const embedder = cached(2);
    const impatient = new AbortController();
    const first = embedder.embedQuery('refunds', impatient.signal);
    impatient.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    gate.resolve();
    expect(await embedder.embedQuery('refunds', never)).toHaveLength(64);
    expect(texts()).toHaveLength(1);
  });

  it('leaves no rejection that nobody hears when the call fails after all', async () => {
    const gate = Promise.withResolvers<void>();
    const embedder = scripted(gate.promise).cached(2);
    const impatient = new AbortController();
    const first = embedder.embedQuery('refunds', impatient.signal);
    impatient.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    // Vitest fails a run with an unhandled rejection.
    gate.reject(new Unavailable('down'));
    await new Promise(setImmediate);
    expect(embedder.remembers?.('refunds')).toBe(false);
  });

  it('before it asks costs nothing', async () => {
    const { cached, texts } = scripted();
    await expect(cached(2).embedQuery('refunds', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(texts()).toEqual([]);
  });
});

it('passes everything else on', async () => {
  const inner = countingEmbedder('some/64');
  const embedder = cacheQueries(inner, 2);
  const passage = { title: 'T', text: 'refunds' };
  expect(await embedder.embedPassages([passage, passage], never)).toHaveLength(2);
  expect([embedder.model, embedder.dimensions, inner.embedded.length]).toEqual(['some/64', 64, 2]);
});
