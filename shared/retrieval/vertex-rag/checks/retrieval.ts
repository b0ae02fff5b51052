import { type Outcome, ok, skipped } from '../../../preflight/check.ts';
import { googleFailure } from '../../../preflight/google.ts';
import type { Subject } from './subject.ts';

/** Whether a search is answered, by the first tenant's corpus; that it finds anything is not asked. */
export async function checkRetrieval({ client, corpora, tenants, service }: Subject, signal: AbortSignal): Promise<Outcome> {
  for (const tenant of await tenants(signal)) {
    const corpus = await corpora.using(tenant, async (name) => name, signal);
    if (corpus === undefined) continue;
    const start = performance.now();
    try {
      await client.retrieve({ corpus, text: 'groundwire', topK: 1 }, signal);
    } catch (error) {
      signal.throwIfAborted();
      return googleFailure(error, service());
    }
    return ok(`${tenant} is answered in ${Math.round(performance.now() - start)} ms`);
  }
  return skipped('no corpus yet to search in');
}
