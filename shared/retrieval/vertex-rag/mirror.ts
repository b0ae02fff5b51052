import { createHash } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type { RagConfig } from '../../config.ts';
import type { Metadata, SourceDocument } from '../../documents/document.ts';
import { KnownError } from '../../errors.ts';
import { remember } from '../../remember.ts';
import type { Scope } from '../backend.ts';
import type { MetadataEntry, RagClient } from './client.ts';
import { ABSENT, type IndexBucket } from './index-bucket.ts';
import { idOf } from './names.ts';

interface Owner {
  readonly tenant: string;
  readonly corpus: string;
}

type Described = Pick<SourceDocument, 'tenant' | 'acl' | 'metadata'>;

/** Metadata that the service has as well, so that it can filter first. Never the only filter: what it finds is checked all the same. */
export interface Mirror {
  /** What of it belongs to the make of a document. */
  readonly make: string;
  /** What the service is told of a document, as text to compare; undefined where nothing is. */
  valuesOf(document: Described, ownMetadata: Metadata): string | undefined;
  write(corpus: string, files: readonly string[], document: Described, ownMetadata: Metadata, signal: AbortSignal): Promise<void>;
  /** A scope as the service's filter, as far as it can be said; undefined where nothing of it can. */
  filterOf(corpus: string, scope: Scope): Promise<string | undefined>;
}

const ACL = 'acl';
const EVERYBODY = '*';
const MOST_CHARS = 200;
/** Corpora whose keys an instance remembers, and for how long: what is declared meanwhile is not filtered by. */
const REMEMBERED = { most: 1_000, ttlMs: 60_000 };

/**
 * The service knows a key only once it is declared, and refuses a filter by any other. So what is declared is kept in the index
 * bucket, an object a key.
 */
export function createMirror({ metadataFields }: Pick<RagConfig, 'metadataFields'>, client: RagClient, bucket: IndexBucket): Mirror {
  const fields = metadataFields.filter((field) => field !== ACL);
  const hasAcl = metadataFields.includes(ACL);
  const folderOf = ({ tenant, corpus }: Owner) => `${tenant}/metadata/${idOf(corpus)}/`;
  const unhurried = new AbortController().signal;
  const declared = remember(
    async (owner: Owner) => {
      const keys = new Set<string>();
      for await (const { name } of bucket.list(folderOf(owner), unhurried)) keys.add(name.slice(folderOf(owner).length));
      return keys;
    },
    { key: folderOf, ...REMEMBERED },
  );

  const entriesOf = ({ acl, metadata }: Described, ownMetadata: Metadata): readonly MetadataEntry[] => [
    ...fields.flatMap((field): MetadataEntry[] => {
      const value = { ...ownMetadata, ...metadata }[field];
      if (value === undefined) return [];
      const said = String(value);
      const isSayable = typeof value !== 'object' && said.length <= MOST_CHARS;
      return [isSayable ? { key: keyOf(field), type: 'string', value: said } : { key: otherKeyOf(field), type: 'boolean', value: true }];
    }),
    ...(hasAcl ? [...new Set(acl)].map((group): MetadataEntry => ({ key: groupKeyOf(group), type: 'boolean', value: true })) : []),
  ];
  const declare = async (owner: Owner, { key, type }: MetadataEntry, signal: AbortSignal) => {
    const known = await declared(owner);
    if (known.has(key)) return;
    await client.createSchema(owner.corpus, key, type, signal).catch((error: unknown) => {
      if (!isAlreadyThere(error)) throw error;
    });
    await bucket.write(`${folderOf(owner)}${key}`, type, undefined, ABSENT, signal);
    known.add(key);
  };

  return {
    make: metadataFields.length === 0 ? '' : `, metadata ${metadataFields.join(' ')}`,
    valuesOf: (document, ownMetadata) => (metadataFields.length === 0 ? undefined : JSON.stringify(entriesOf(document, ownMetadata))),
    async write(corpus, files, document, ownMetadata, signal) {
      const entries = entriesOf(document, ownMetadata);
      if (entries.length === 0) return;
      for (const entry of entries) await declare({ tenant: document.tenant, corpus }, entry, signal);
      for (const file of files) await client.createMetadata(file, entries, signal);
    },
    async filterOf(corpus, { caller, filter }) {
      if (metadataFields.length === 0) return undefined;
      const known = await declared({ tenant: caller.tenant, corpus });
      const conditions = filter.flatMap((condition) => {
        if (!('in' in condition) || !fields.includes(condition.field)) return [];
        const { field, in: values } = condition;
        return anyOf(known, [
          ...values.map((value): Comparison => [keyOf(field), JSON.stringify(String(value))]),
          [otherKeyOf(field), 'true'],
        ]);
      });
      const groups = [...new Set([EVERYBODY, ...caller.groups])].map((group): Comparison => [groupKeyOf(group), 'true']);
      const all = [...conditions, ...(hasAcl ? anyOf(known, groups) : [])];
      return all.length === 0 ? undefined : all.join(' && ');
    },
  };
}

type Comparison = readonly [key: string, literal: string];

/** Where none of the keys is declared, no document has what is wanted; that vet.ts finds out as well, without a filter. */
function anyOf(declared: ReadonlySet<string>, comparisons: readonly Comparison[]): readonly string[] {
  const sayable = comparisons.filter(([key]) => declared.has(key)).map(([key, literal]) => `${key} == ${literal}`);
  return sayable.length === 0 ? [] : [sayable.length === 1 ? sayable.join('') : `(${sayable.join(' || ')})`];
}

/** Of the Common Expression Language, which filters are taken to be in. */
const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else false for function if import in let loop namespace null package return true var void while'.split(' '),
);

/** Letters and digits alone: keys may have hyphens, but in a filter one may be read as a minus. */
const keyOf = (field: string): string => (/^[a-z][a-z0-9]{0,30}$/.test(field) && !RESERVED.has(field) ? field : `f${hashOf(field)}`);
/** Says that a file has a value that can't be said, such as a list: it may be the one that is wanted. */
const otherKeyOf = (field: string): string => `o${hashOf(field)}`;
const groupKeyOf = (group: string): string => `g${hashOf(group)}`;
const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 16);

/** `translate` has made it one of ours; the status is the cause's. */
const isAlreadyThere = (error: unknown): boolean =>
  error instanceof KnownError && error.cause instanceof Error && 'code' in error.cause && error.cause.code === status.ALREADY_EXISTS;
