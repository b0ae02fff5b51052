import type { SourceDocument } from '../../documents/document.ts';
import { mediaTypeOf } from '../../documents/parse/detect.ts';
import type { DocumentRecord } from './record.ts';
import type { Staged } from './stage.ts';

// What becomes of a record. Events come late, twice and in any order: the highest generation, and within it the highest
// metageneration, wins, and a deletion ends its generation for good. Undefined leaves the record as it is.

type Change = (known: DocumentRecord | undefined) => DocumentRecord | undefined;

const filesOf = (known: DocumentRecord | undefined): readonly string[] => [
  ...(known?.garbage ?? []),
  ...(known?.parts.map(({ file }) => file) ?? []),
];

const givesWayTo = (known: DocumentRecord | undefined, { generation, metageneration }: SourceDocument): boolean =>
  !known ||
  known.generation < generation ||
  (known.generation === generation && known.state !== 'deleted' && known.metageneration <= metageneration);

const factsOf = ({ documentId, uri, generation, metageneration, acl, metadata, updatedAt }: SourceDocument) => ({
  documentId,
  uri,
  generation,
  metageneration,
  acl: [...acl],
  objectMetadata: mutable(metadata),
  updatedAt,
  indexedAt: new Date(),
});

/** The document is searchable in this version: what it was before is garbage. */
export const indexed =
  (document: SourceDocument, staged: Staged, made: Pick<DocumentRecord, 'parts' | 'chunks' | 'make' | 'mirrored'>): Change =>
  (known) => {
    if (!givesWayTo(known, document)) return undefined;
    const isSame = known?.state === 'active' && known.generation === document.generation;
    return {
      ...factsOf(document),
      ...made,
      state: 'active',
      title: staged.title,
      mediaType: staged.mediaType,
      language: staged.language,
      ownMetadata: mutable(staged.ownMetadata),
      // It may be this very record, written by an attempt that did not hear of it.
      garbage: filesOf(known).filter((file) => !made.parts.some((part) => part.file === file)),
      failure: undefined,
      tries: 0,
      lagMs: isSame ? known.lagMs : Date.now() - document.updatedAt.getTime(),
    };
  };

/** Access or metadata changed, and nothing else. */
export const described =
  (document: SourceDocument): Change =>
  (known) =>
    known?.state === 'active' && known.generation === document.generation && known.metageneration <= document.metageneration
      ? {
          ...known,
          metageneration: document.metageneration,
          acl: [...document.acl],
          objectMetadata: mutable(document.metadata),
          updatedAt: document.updatedAt,
        }
      : undefined;

/** It can't be indexed. Whatever an older version said is no longer what the object says, and goes. */
export const failed =
  (document: SourceDocument, failure: DocumentRecord['failure'], make: string): Change =>
  (known) =>
    givesWayTo(known, document)
      ? {
          ...factsOf(document),
          ...NOTHING,
          state: 'failed',
          title: document.documentId,
          mediaType: mediaTypeOf(document),
          make,
          garbage: [...filesOf(known)],
          failure,
          tries: known?.generation === document.generation && known.state === 'failed' ? known.tries + 1 : 1,
        }
      : undefined;

/** It could not be indexed for now, and is listed until it is. An older version that is searchable stays so. */
export const noted =
  (document: SourceDocument, failure: DocumentRecord['failure']): Change =>
  (known) => {
    const isNewer = !known || known.generation < document.generation;
    if (known?.state === 'active') return isNewer ? { ...known, failure, tries: known.tries + 1 } : undefined;
    const isSame = known?.state === 'failed' && known.generation === document.generation;
    if (!isNewer && !isSame) return undefined;
    return {
      ...factsOf(document),
      ...NOTHING,
      // Of no make and no metageneration: nothing is settled, and the next event of this version is not outdated.
      make: '',
      metageneration: isSame ? known.metageneration : 0n,
      state: 'failed',
      title: document.documentId,
      mediaType: mediaTypeOf(document),
      garbage: [...(known?.garbage ?? [])],
      failure,
      tries: isSame ? known.tries + 1 : 1,
    };
  };

/** Gone from the bucket, up to this generation: a tombstone. */
export const buried =
  (documentId: string, generation: bigint): Change =>
  (known) => {
    if (known && (known.generation > generation || (known.state === 'deleted' && known.generation === generation))) return undefined;
    return {
      ...NOTHING,
      documentId,
      state: 'deleted',
      generation,
      metageneration: 0n,
      make: '',
      title: '',
      mediaType: '',
      uri: known?.uri ?? '',
      garbage: [...filesOf(known)],
      failure: undefined,
      tries: 0,
      updatedAt: new Date(),
      indexedAt: new Date(),
      acl: [],
      objectMetadata: {},
    };
  };

/** Files that are deleted need not be remembered. */
export const swept =
  (files: ReadonlySet<string>): Change =>
  (known) =>
    known?.garbage.some((file) => files.has(file)) ? { ...known, garbage: known.garbage.filter((file) => !files.has(file)) } : undefined;

const NOTHING = { language: '', parts: [], chunks: 0, ownMetadata: {}, mirrored: undefined, lagMs: undefined };

/** As the schema of records has it. */
const mutable = (metadata: SourceDocument['metadata']): DocumentRecord['objectMetadata'] =>
  Object.fromEntries(Object.entries(metadata).map(([field, value]) => [field, typeof value === 'object' ? [...value] : value]));
