import { afterAll, beforeAll, describe, it } from 'vitest';
import { countingEmbedder } from '../fakes/embedder.ts';
import { embeddedBackend, type TestBackend } from '../support/stores.ts';
import { checkInterleavings } from './property.ts';

describe('events of one object, interleaved', () => {
  let subject: TestBackend;
  beforeAll(async () => {
    subject = await embeddedBackend(countingEmbedder());
  });
  afterAll(() => subject.backend.close());

  it('leave the state of its highest generation and metageneration, whoever dies in between', { timeout: 180_000 }, async () => {
    await checkInterleavings({ ...subject, oneAtATime: true, runs: 200 });
  });
});
