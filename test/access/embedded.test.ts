import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingEmbedder } from '../fakes/embedder.ts';
import { embeddedBackend, type TestBackend } from '../support/stores.ts';
import { checkAccess } from './property.ts';
import { PATHS } from './report.ts';

describe('searches of documents with access lists, metadata and days', () => {
  let subject: TestBackend;
  beforeAll(async () => {
    subject = await embeddedBackend(countingEmbedder());
  });
  afterAll(() => subject.backend.close());

  it('find nothing outside their scope and miss nothing within it, by every path and after every write', { timeout: 180_000 }, async () => {
    const trodden = await checkAccess({ ...subject, cases: 200 });
    expect([...trodden.keys()]).toEqual(expect.arrayContaining([...PATHS.embedded]));
  });
});
