import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { expectSame } from './checks.ts';
import type { Facts, Write } from './corpus.ts';
import type { Corpus } from './oracle.ts';

const never = new AbortController().signal;

/** What a backend answers to a write. */
export interface Answers {
  /** How many chunks a document of these facts may have. */
  chunks(found: number, facts: Facts): boolean;
  /** The outcomes of facts that changed while the text did not. */
  readonly described: readonly string[];
}

/** Puts a document into the corpus and the backend. */
export async function put(corpus: Corpus, backend: RetrievalBackend, tenant: string, documentId: string, facts: Facts, answers: Answers) {
  const { outcome, chunks } = await backend.put(corpus.write(tenant, documentId, facts), never);
  expectSame(`put ${documentId}: ${chunks} chunks`, [outcome, answers.chunks(chunks, facts)], ['indexed', true]);
}

/** Makes one random change to the corpus and the backend. */
export async function write({ kind, tenant, document, other, facts }: Write, corpus: Corpus, backend: RetrievalBackend, answers: Answers) {
  const all = corpus.of(tenant);
  const documentId = `d${document % (all.length + 3)}.md`;
  if (kind === 'remove') return backend.remove(tenant, documentId, corpus.remove(tenant, documentId));
  if (kind === 'describe') {
    const described = corpus.describe(tenant, documentId, facts);
    if (!described) return;
    const { outcome } = await backend.put(described, never);
    return expectSame(`describe ${documentId}: ${outcome}`, answers.described.includes(outcome), true);
  }
  // A copy says what another document says, to other people.
  const said = kind === 'copy' ? all[other % Math.max(1, all.length)] : undefined;
  await put(corpus, backend, tenant, documentId, said ? { ...facts, title: said.title, sections: said.sections } : facts, answers);
}
