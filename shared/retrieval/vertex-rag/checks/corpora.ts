import { failed, type Outcome, ok } from '../../../preflight/check.ts';
import { googleFailure } from '../../../preflight/google.ts';
import { OtherCorpus } from '../corpora.ts';
import { idOf } from '../names.ts';
import type { Subject } from './subject.ts';

/** Whether every tenant's corpus is there, and was made with the model and the database that are configured. */
export async function checkCorpora({ client, config, corpora, tenants, service }: Subject, signal: AbortSignal): Promise<Outcome> {
  const listed = new Set<string>();
  try {
    for await (const name of client.corpora(signal)) listed.add(idOf(name));
  } catch (error) {
    signal.throwIfAborted();
    return googleFailure(error, service());
  }
  const problems: { readonly message: string; readonly fix: string }[] = [];
  let there = 0;
  const all = await tenants(signal);
  for (const tenant of all) {
    try {
      const corpus = await corpora.using(tenant, async (name) => name, signal);
      if (corpus === undefined) continue;
      if (listed.has(idOf(corpus))) there++;
      else problems.push({ message: `The corpus of ${tenant} is gone.`, fix: `npm run backfill -- --tenant ${tenant}` });
    } catch (error) {
      if (!(error instanceof OtherCorpus)) throw error;
      const { embedModel, vectorDb } = error.made;
      problems.push({
        message: `The corpus of ${tenant} was made with ${embedModel} in ${vectorDb}, and keeps them.`,
        fix:
          `Set RAG_EMBED_MODEL=${embedModel} and RAG_VECTOR_DB=${vectorDb}; or make it anew:\n` +
          `npm run tenant -- --drop ${tenant} && npm run backfill -- --tenant ${tenant}`,
      });
    }
  }
  if (problems.length > 0) return failed(problems.map(({ message }) => message).join(' '), problems.map(({ fix }) => fix).join('\n'));
  if (all.length === 0) return ok('no tenant yet: the first document makes its corpus');
  return ok(`${there} of ${all.length} tenants have theirs, made with ${config.embedModel} in ${config.vectorDb}`);
}
