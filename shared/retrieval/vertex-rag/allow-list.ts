import { abortable } from '../../abort.ts';
import type { SourceDocument } from '../../documents/document.ts';
import type { FieldRules } from '../../documents/metadata.ts';
import type { Bucket } from '../../documents/source/bucket.ts';
import { remember } from '../../remember.ts';
import type { Scope } from '../backend.ts';
import type { Catalogue } from './catalogue.ts';
import { idOf } from './names.ts';
import { refusalOf, type Truth } from './vet.ts';

/** Tenants whose documents an instance remembers: each of the searches that it takes at once (terraform/workloads.tf) may be of another. */
const MOST_TENANTS = 40;

/** The ids of the files within a scope. Every document of the tenant is looked at, a thousand a request. */
export type AllowList = ((scope: Scope, signal: AbortSignal) => Promise<readonly string[]>) & { forget(tenant: string): void };

export interface AllowListDependencies {
  readonly catalogue: Catalogue;
  readonly documents: Pick<Bucket, 'list'>;
  readonly fields: FieldRules;
  readonly ttlMs: number;
}

export function createAllowList({ catalogue, documents, fields, ttlMs }: AllowListDependencies): AllowList {
  const unhurried = new AbortController().signal;
  const load = async (tenant: string): Promise<readonly Truth[]> => {
    const live = new Map<string, SourceDocument>();
    for await (const document of documents.list(tenant, unhurried)) live.set(document.documentId, document);
    return (await catalogue.list(tenant, unhurried)).map((known) => ({ known, live: live.get(known.documentId) }));
  };
  const remembered = remember(load, { key: (tenant) => tenant, most: MOST_TENANTS, ttlMs: Math.max(1, ttlMs) });
  const truths = ttlMs === 0 ? load : remembered;
  const list = async (scope: Scope, signal: AbortSignal) =>
    (await abortable(truths(scope.caller.tenant), signal))
      .filter((truth) => refusalOf(scope, truth, fields) === undefined)
      .flatMap(({ known }) => known?.parts.map(({ file }) => idOf(file)) ?? []);
  return Object.assign(list, { forget: (tenant: string) => remembered.forget(tenant) });
}
