import { isTenant } from '../../tenant.ts';
import type { SourceDocument } from '../document.ts';

/** What a listing or an event says of an object. */
export interface ObjectFacts {
  /** `TENANT/PATH`. */
  readonly name: string;
  readonly generation: bigint;
  readonly metageneration: bigint;
  readonly contentType?: string | undefined;
  readonly size?: number | undefined;
  readonly updated?: Date | undefined;
  /** The object's own metadata; undefined when the event does not say. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Where documents come from. */
export interface Bucket {
  /** As events call it. */
  readonly name: string;
  /** The tenants that have objects. */
  tenants(signal: AbortSignal): AsyncIterable<string>;
  /** A tenant's objects, each in its live generation. Throws Unavailable when they can't be listed now. */
  list(tenant: string, signal: AbortSignal): AsyncIterable<SourceDocument>;
  /** The document of an event, read at that event's generation. Undefined for an object that is nobody's document. */
  document(facts: ObjectFacts): Promise<SourceDocument | undefined>;
  /** The live object of a document, undefined when there is none. Throws Unavailable when that can't be known now. */
  find(tenant: string, documentId: string, signal: AbortSignal): Promise<SourceDocument | undefined>;
}

/** Everyone of the tenant, when the object's metadata says nothing. */
const OPEN: readonly string[] = ['*'];

/** The object as a document; undefined when its name has no tenant or no path. */
export function documentOf(facts: ObjectFacts, uri: string, read: SourceDocument['read']): SourceDocument | undefined {
  const address = addressOf(facts.name);
  if (!address) return undefined;
  const { acl, ...metadata } = facts.metadata ?? {};
  return {
    ...address,
    uri,
    generation: facts.generation,
    metageneration: facts.metageneration,
    mediaType: facts.contentType,
    size: facts.size,
    acl: acl === undefined ? OPEN : groupsOf(acl),
    metadata,
    updatedAt: facts.updated ?? new Date(),
    read,
  };
}

/** Tenant and document id of an object's name, undefined when it is not `TENANT/PATH`. */
export function addressOf(name: string): { readonly tenant: string; readonly documentId: string } | undefined {
  const slash = name.indexOf('/');
  const tenant = name.slice(0, slash);
  const documentId = name.slice(slash + 1);
  return slash > 0 && isTenant(tenant) && documentId !== '' && !documentId.endsWith('/') ? { tenant, documentId } : undefined;
}

/** `hr, finance` as groups. A list that names nobody is for nobody. */
const groupsOf = (acl: string): readonly string[] =>
  acl
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');
