import { describe, expect, it } from 'vitest';
import { managedSuite, never, settled } from '../../../support/managed-suite.ts';

describe('a long-running operation', () => {
  const suite = managedSuite();
  const { newTenant, put, upload, search } = suite;
  const text = '# A\n\nThe dugong.\n';

  it('is asked for until it is done', async () => {
    const tenant = newTenant();
    suite.rag.operations.script('importRagFiles', { polls: 3 });
    expect(await put(tenant, 'a.md', text)).toMatchObject({ outcome: 'indexed' });
    expect(await search(tenant, 'dugong')).toEqual(['a.md']);
  });

  it('is asked for again where it could not be asked', async () => {
    const tenant = newTenant();
    suite.rag.operations.script('importRagFiles', { polls: 1 });
    suite.rag.script('getOperation', { code: 14 }, { code: 8 });
    expect(await put(tenant, 'a.md', text)).toMatchObject({ outcome: 'indexed' });
    expect(suite.files(tenant)).toHaveLength(1);
  });

  it.each([
    [
      { code: 8, message: 'no more' },
      { name: 'Unavailable', code: 'RATE_LIMITED' },
    ],
    [
      { code: 13, message: 'oops' },
      { name: 'Unavailable', code: 'UNAVAILABLE' },
    ],
    [
      { code: 3, message: 'bad' },
      { name: 'Refused', message: expect.stringMatching(/malformed/) },
    ],
    [
      { code: 7, message: 'no' },
      { name: 'Refused', message: expect.stringMatching(/roles\/aiplatform\.user/) },
    ],
  ])('that fails with %j ends as one of our errors', async (error, ours) => {
    const tenant = newTenant();
    for (const script of [{ error }, { error, polls: 1 }]) {
      suite.rag.operations.script('importRagFiles', script);
      expect(await settled(put(tenant, 'a.md', text))).toMatchObject(ours);
    }
    expect(await suite.backend.put(await suite.live(tenant, 'a.md'), never)).toMatchObject({ outcome: 'indexed' });
  });

  it('that can not be asked for ends by what that means', async () => {
    const tenant = newTenant();
    suite.rag.operations.script('importRagFiles', { polls: 5 });
    suite.rag.script('getOperation', { code: 7 });
    expect(await settled(put(tenant, 'a.md', text))).toMatchObject({ name: 'Refused' });
    await suite.rag.operations.finish();
  });

  it('is no longer waited for once the signal aborts', async () => {
    const tenant = newTenant();
    const document = await upload(tenant, 'a.md', text);
    suite.rag.operations.script('importRagFiles', { never: true });
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 100);
    const before = performance.now();
    expect(await settled(suite.backend.put(document, stop.signal))).toMatchObject({ message: 'enough' });
    expect(performance.now() - before).toBeLessThan(5_000);
    await suite.rag.operations.finish();
  });
});
