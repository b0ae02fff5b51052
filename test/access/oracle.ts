import type { Metadata, SourceDocument } from '../../shared/documents/document.ts';
import { objectMetadata } from '../../shared/documents/metadata.ts';
import type { Scope } from '../../shared/retrieval/backend.ts';
import { passes } from '../../shared/retrieval/filter.ts';
import { isInForce } from '../../shared/retrieval/in-force.ts';
import { documentOf } from '../support/documents.ts';
import type { Facts } from './corpus.ts';

export interface Written extends Facts {
  readonly documentId: string;
  readonly generation: bigint;
  readonly metageneration: bigint;
}

/** The documents as they were written: what every search is held against. */
export interface Corpus {
  /** Those of a tenant that are there. */
  of(tenant: string): readonly Written[];
  /** Each a version later than whatever was there under its id. */
  write(tenant: string, documentId: string, facts: Facts): SourceDocument;
  /** Access and metadata alone. */
  describe(tenant: string, documentId: string, facts: Pick<Facts, 'acl' | 'metadata'>): SourceDocument | undefined;
  /** Returns the generation to remove. */
  remove(tenant: string, documentId: string): bigint;
}

export function createCorpus(): Corpus {
  const tenants = new Map<string, Map<string, Written>>();
  let generation = 0n;
  const documentsOf = (tenant: string) => {
    const known = tenants.get(tenant) ?? new Map<string, Written>();
    tenants.set(tenant, known);
    return known;
  };
  const keep = (tenant: string, written: Written): SourceDocument => {
    documentsOf(tenant).set(written.documentId, written);
    return sourceOf(tenant, written);
  };
  return {
    of: (tenant) => [...documentsOf(tenant).values()],
    write: (tenant, documentId, facts) => keep(tenant, { ...facts, documentId, generation: ++generation, metageneration: 1n }),
    describe(tenant, documentId, { acl, metadata }) {
      const known = documentsOf(tenant).get(documentId);
      return known && keep(tenant, { ...known, acl, metadata, metageneration: known.metageneration + 1n });
    },
    remove(tenant, documentId) {
      documentsOf(tenant).delete(documentId);
      return ++generation;
    },
  };
}

const sourceOf = (tenant: string, { documentId, title, sections, acl, metadata, generation, metageneration }: Written): SourceDocument =>
  documentOf(`# ${title}\n\n${sections.map((text, i) => `## Part ${i}\n\n${text}\n`).join('\n')}`, {
    tenant,
    documentId,
    acl,
    metadata,
    generation,
    metageneration,
  });

/** Whether a caller of the document's tenant may read it. */
export const isReadable = ({ acl }: Written, groups: readonly string[]): boolean =>
  acl.includes('*') || acl.some((group) => groups.includes(group));

export const isWithin = (document: Written, { caller, filter, day }: Scope): boolean =>
  isReadable(document, caller.groups) && passes(typed(document), filter) && isInForce(typed(document), day);

/** What an object says, as it is stored: dates among its numbers are dates. */
const typed = ({ metadata }: Pick<Written, 'metadata'>): Metadata => objectMetadata(metadata, {});

/** A document's passages, by id. */
export const passagesOf = (documents: readonly Written[]): ReadonlyMap<string, string> =>
  new Map(documents.flatMap(({ documentId, sections }) => sections.map((text, i) => [`${documentId}:${i}`, text])));
