import pMap from 'p-map';
import type { SourceDocument } from '../../../shared/documents/document.ts';
import type { Embedder } from '../../../shared/models/embed/embedder.ts';
import { chunkRows, subjectsOf } from '../../../shared/retrieval/pgvector/chunks.ts';
import { writeContent } from '../../../shared/retrieval/pgvector/content.ts';
import { type DocumentRow, writeDocument } from '../../../shared/retrieval/pgvector/documents.ts';
import { saveVectors, vectorLiteral } from '../../../shared/retrieval/pgvector/embeddings.ts';
import { configOf } from '../../../shared/retrieval/pgvector/languages.ts';
import { type LexicalIndex, lexicalIndexOf } from '../../../shared/retrieval/pgvector/lexical/arm.ts';
import { makeOf } from '../../../shared/retrieval/pgvector/put.ts';
import type { Session, Store } from '../../../shared/retrieval/pgvector/store/store.ts';
import { createTenants } from '../../../shared/retrieval/pgvector/tenants.ts';
import type { BenchDocument } from '../corpus/corpus.ts';
import type { Part } from './parts.ts';

/** Sizes with which the product cuts a bench document exactly where its chunks end. */
export const CHUNK = { maxChars: 4_000, targetChars: 2_000, overlapChars: 0 };
const LANGUAGE = 'en';
const MAKE = { chunk: CHUNK, fields: {}, identity: 'identity' } as const;
/** Documents a transaction, and transactions at a time. */
const BATCH = { documents: 40, concurrency: 3 };

/**
 * Puts documents into the product's tables without parsing them, by the functions that `put` itself writes with; returns
 * how many chunks. The rows are those that `put` stores of the same Markdown (test/bench/load.test.ts).
 */
export async function loadOurs(store: Store, embedder: Embedder, documents: Iterable<BenchDocument>, signal: AbortSignal): Promise<number> {
  const lexical = await store.asLogin(signal, lexicalIndexOf);
  const tenants = createTenants(store);
  let chunks = 0;
  await pMap(
    batches(documents),
    ([tenant, batch]) =>
      tenants.withRoom(tenant, signal, async () => {
        await store.writing(tenant, signal, async (session) => {
          for (const document of batch) await write(session, store, embedder, lexical, document, signal);
        });
        chunks += batch.reduce((sum, document) => sum + document.chunks.length, 0);
      }),
    { concurrency: BATCH.concurrency, signal },
  );
  return chunks;
}

/** The product's tables with the corpus in them, its indexes and statistics as maintenance leaves them. */
export const ourPart = (embedder: Embedder, documents: () => Iterable<BenchDocument>): Part => ({
  name: 'ours',
  async load({ store, backend }) {
    const never = new AbortController().signal;
    for (const tenant of await backend.tenants()) await backend.drop(tenant);
    const start = performance.now();
    const chunks = await loadOurs(store, embedder, documents(), never);
    const seconds = (performance.now() - start) / 1_000;
    const done = await backend.maintain(never);
    return `${chunks} chunks, ${(chunks / seconds).toFixed(0)} a second; maintenance: ${done.join('; ') || 'nothing to build'}`;
  },
});

/** Documents of one tenant at a time. */
function* batches(documents: Iterable<BenchDocument>): Generator<readonly [string, readonly BenchDocument[]]> {
  let batch: BenchDocument[] = [];
  for (const document of documents) {
    const [first] = batch;
    if (first && (batch.length >= BATCH.documents || first.tenant !== document.tenant)) {
      yield [first.tenant, batch];
      batch = [];
    }
    batch.push(document);
  }
  const [first] = batch;
  if (first) yield [first.tenant, batch];
}

async function write(
  session: Session,
  store: Store,
  embedder: Embedder,
  lexical: LexicalIndex,
  document: BenchDocument,
  signal: AbortSignal,
): Promise<void> {
  const { tenant, documentId, title } = document;
  const metadata = { language: LANGUAGE };
  const rows = chunkRows(title, documentId, metadata, chunksOf(document), 'identity');
  const vectors = await embedder.embedPassages(
    rows.map(({ passage }) => passage),
    signal,
  );
  const row: DocumentRow = {
    state: 'active',
    title,
    mediaType: 'text/markdown',
    language: LANGUAGE,
    ownMetadata: metadata,
    make: makeOf(MAKE),
    chunks: rows.length,
    embedModels: [embedder.model],
    error: undefined,
  };
  await Promise.all([
    saveVectors(
      session,
      store,
      tenant,
      embedder.model,
      rows.flatMap(({ contentHash }, i) => {
        const vector = vectors[i];
        return vector ? [{ contentHash, literal: vectorLiteral(vector) }] : [];
      }),
    ),
    writeDocument(session, sourceOf(document), row),
    writeContent(
      session,
      tenant,
      documentId,
      { chunks: rows, subjects: subjectsOf(title, documentId, {}), config: configOf(LANGUAGE) },
      lexical,
    ),
  ]);
}

/** What a document says as a file: a heading and a paragraph for each chunk. */
export const markdownOf = ({ title, chunks }: BenchDocument): string =>
  [`# ${title}`, ...chunks.flatMap(({ section, body }) => [`## ${section}`, body])].map((block) => `${block}\n`).join('\n');

function chunksOf(document: BenchDocument) {
  const { title, chunks } = document;
  let at = `# ${title}\n\n`.length;
  return chunks.map(({ ordinal, section, body }) => {
    const start = at + `## ${section}\n\n`.length;
    const end = start + body.length;
    at = end + '\n\n'.length;
    return { ordinal, headingPath: [title, section], body, start, end };
  });
}

/** A document as its bucket would describe it. */
export const sourceOf = (document: BenchDocument): SourceDocument => ({
  tenant: document.tenant,
  documentId: document.documentId,
  uri: `gs://bench/${document.tenant}/${document.documentId}`,
  generation: 1n,
  metageneration: 1n,
  mediaType: 'text/markdown',
  size: undefined,
  acl: document.acl,
  metadata: document.metadata,
  updatedAt: new Date(0),
  read: async () => new TextEncoder().encode(markdownOf(document)),
});
