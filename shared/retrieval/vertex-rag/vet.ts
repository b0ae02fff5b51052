import pMap from 'p-map';
import { abortable } from '../../abort.ts';
import type { Metadata, SourceDocument } from '../../documents/document.ts';
import { type FieldRules, objectMetadata } from '../../documents/metadata.ts';
import type { Bucket } from '../../documents/source/bucket.ts';
import { remember } from '../../remember.ts';
import type { Hit, Scope } from '../backend.ts';
import { passes } from '../filter.ts';
import { isInForce } from '../in-force.ts';
import type { Catalogue } from './catalogue.ts';
import type { Context } from './client.ts';
import { hitOf } from './hit.ts';
import type { DocumentRecord } from './record.ts';

const CONCURRENCY = 16;
/** Documents of which an instance remembers what the buckets say. */
const MOST = 10_000;

/** What the buckets say of a document: the object as it is now, and what was handed to the service of it. */
export interface Truth {
  readonly live: SourceDocument | undefined;
  readonly known: DocumentRecord | undefined;
}

/** Why something that the service found is not shown. */
export type Refusal = 'foreign' | 'unknown' | 'replaced' | 'deleted' | 'restricted' | 'filtered';

/** Without a day: in force or not. */
export type LooseScope = Pick<Scope, 'caller' | 'filter'> & Partial<Pick<Scope, 'day'>>;

export interface Vetted {
  /** Those that may be seen, each once, in the order of the contexts. */
  readonly hits: readonly Hit[];
  readonly refused: Readonly<Partial<Record<Refusal, number>>>;
}

export interface Vet {
  /**
   * What of the service's finds the caller may see: each is held against the buckets, whatever the service was asked for, on down
   * the list until there are `wanted` of them. What is not of the tenant is counted of all, for nothing has to be read to know it.
   */
  contexts(scope: LooseScope, contexts: readonly Context[], signal: AbortSignal, wanted?: number): Promise<Vetted>;
  /** What the buckets say of a document, by the key of its id. */
  truthOf(tenant: string, key: string, signal: AbortSignal): Promise<Truth>;
  /** What was remembered of a document is outdated. */
  forget(tenant: string, key: string): void;
}

export interface VetDependencies {
  readonly catalogue: Pick<Catalogue, 'findByKey'>;
  /** The bucket of the documents. */
  readonly documents: Pick<Bucket, 'find'>;
  readonly indexBucket: string;
  readonly fields: FieldRules;
  readonly ttlMs: number;
}

export function createVet({ catalogue, documents, indexBucket, fields, ttlMs }: VetDependencies): Vet {
  const unhurried = new AbortController().signal;
  const load = async ({ tenant, key }: Address): Promise<Truth> => {
    const known = await catalogue.findByKey(tenant, key, unhurried);
    const live = known?.state === 'active' ? await documents.find(tenant, known.documentId, unhurried) : undefined;
    return { live, known };
  };
  const remembered = remember(load, { key: ({ tenant, key }) => `${tenant}/${key}`, most: MOST, ttlMs: Math.max(1, ttlMs) });
  const truth = ttlMs === 0 ? load : remembered;

  const vet = async (scope: LooseScope, { context, address }: Addressed, signal: AbortSignal): Promise<Hit | Refusal> => {
    const { live, known } = await abortable(truth(address), signal);
    const refusal = refusalOf(scope, { live, known }, fields);
    if (refusal) return refusal;
    if (!known || !live) return 'unknown';
    const isCurrent = known.parts.some(
      ({ uri, file }) => uri === context.uri && (context.fileId === '' || file.endsWith(`/${context.fileId}`)),
    );
    return isCurrent ? hitOf(context, known, metadataOf(known, live, fields)) : 'replaced';
  };

  return {
    async contexts(scope, contexts, signal, wanted = contexts.length) {
      const own = contexts.flatMap((context): Addressed[] => {
        const address = addressOf(context.uri, indexBucket);
        return address?.tenant === scope.caller.tenant ? [{ context, address }] : [];
      });
      const foreign = contexts.length - own.length;
      const refused: Partial<Record<Refusal, number>> = foreign > 0 ? { foreign } : {};
      const hits = new Map<string, Hit>();
      for (let from = 0; from < own.length && hits.size < wanted; ) {
        // As many as may be enough; once some were not to be seen, no fewer than are read at once.
        const missing = wanted - hits.size;
        const batch = own.slice(from, from + (from === 0 ? missing : Math.max(missing, CONCURRENCY)));
        from += batch.length;
        for (const result of await pMap(batch, (each) => vet(scope, each, signal), { concurrency: CONCURRENCY, signal })) {
          if (typeof result === 'string') refused[result] = (refused[result] ?? 0) + 1;
          else if (!hits.has(result.id)) hits.set(result.id, result);
        }
      }
      return { hits: [...hits.values()], refused };
    },
    truthOf: (tenant, key, signal) => abortable(truth({ tenant, key }), signal),
    forget: (tenant, key) => remembered.forget({ tenant, key }),
  };
}

/** Why a document is not within a scope, undefined where it is. */
export function refusalOf({ caller, filter, day }: LooseScope, { live, known }: Truth, fields: FieldRules): Refusal | undefined {
  if (known?.state !== 'active') return known ? 'deleted' : 'unknown';
  if (!live || live.generation < known.generation) return 'deleted';
  // What is shown of a version that has been replaced was never for more than could read that one.
  const lists = live.generation === known.generation ? [live.acl] : [live.acl, known.acl];
  if (!lists.every((acl) => acl.some((group) => group === '*' || caller.groups.includes(group)))) return 'restricted';
  const metadata = metadataOf(known, live, fields);
  return passes(metadata, filter) && (day === undefined || isInForce(metadata, day)) ? undefined : 'filtered';
}

/** What the document says of itself, and over that what its object says now. */
function metadataOf(
  { generation, metageneration, ownMetadata, objectMetadata: stored }: DocumentRecord,
  live: SourceDocument,
  fields: FieldRules,
): Metadata {
  const isSame = live.generation === generation && live.metageneration === metageneration;
  return { ...ownMetadata, ...(isSame ? stored : objectMetadata(live.metadata, fields)) };
}

interface Address {
  readonly tenant: string;
  readonly key: string;
}

/** A context of the tenant that asks. */
interface Addressed {
  readonly context: Context;
  readonly address: Address;
}

/** Whose text, and of which document: `gs://INDEX/TENANT/texts/KEY/…`. */
function addressOf(uri: string, indexBucket: string): Address | undefined {
  const [, bucket, tenant, key] = /^gs:\/\/([^/]+)\/([^/]+)\/texts\/([0-9a-f]{32})\//.exec(uri) ?? [];
  return bucket === indexBucket && tenant && key ? { tenant, key } : undefined;
}
