import { afterAll, describe, expect, it } from 'vitest';
import { createLocalEmbedder } from '../../../../shared/models/embed/local.ts';

const never = new AbortController().signal;
const dot = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  Array.from(a ?? []).reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0);

describe('the offline encoder', () => {
  const embedder = createLocalEmbedder(1);
  afterAll(() => embedder.close());

  it('puts what means the same nearer together than what does not', async () => {
    const query = await embedder.embedQuery('How do I get my money back?', never);
    const [refund, weather] = await embedder.embedPassages(
      [
        { title: '', text: 'Customers can request a refund of their purchase.' },
        { title: '', text: 'It will rain in the mountains tomorrow.' },
      ],
      never,
    );
    expect(dot(query, refund)).toBeGreaterThan(dot(query, weather) + 0.1);
  });

  it('gives every text a vector of length 1, the empty one and others it knows no word of too', async () => {
    const texts = ['', ' ', '\n', '!!!', '部署', '\ufffd', 'x'.repeat(20_000)];
    const vectors = await embedder.embedPassages(
      texts.map((text) => ({ title: '', text })),
      never,
    );
    expect(vectors.map((vector) => [vector.length, Math.hypot(...vector).toFixed(3)])).toEqual(texts.map(() => [512, '1.000']));
  });
});
