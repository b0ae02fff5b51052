import { createHash } from 'node:crypto';
import { CRC32C } from '@google-cloud/storage';
import { apiError, type FakeReply, type FakeRequest, type FakeServer, serveFake } from './http.ts';
import { type BucketSettings, type Buckets, bucketReply, createBuckets } from './storage-buckets.ts';

/** What Eventarc would deliver: the last part of the event's type, and the object as it was. */
export interface StorageEvent {
  readonly kind: 'finalized' | 'deleted' | 'archived' | 'metadataUpdated';
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StoredObject {
  readonly bytes: Buffer;
  readonly generation: bigint;
  readonly contentType: string | undefined;
  readonly metadata: Readonly<Record<string, string>> | undefined;
}

interface Version extends StoredObject {
  metageneration: bigint;
  metadata: Readonly<Record<string, string>> | undefined;
  updated: Date;
  /** When another took its place or it was deleted. */
  deleted: Date | undefined;
  live: boolean;
}

export interface FakeStorage extends FakeServer {
  /** Writes an object of BUCKET/NAME as a new generation, which it returns; as that of `version`, where a test tells its own story. */
  put(
    path: string,
    body: string | Uint8Array,
    metadata?: Readonly<Record<string, string>>,
    contentType?: string,
    version?: { readonly generation: bigint; readonly metageneration: bigint; readonly updatedAt: Date },
  ): bigint;
  remove(path: string): void;
  /** The live object of BUCKET/NAME. */
  object(path: string): StoredObject | undefined;
  /** Changes an object's metadata: a new metageneration of the same generation. */
  describe(path: string, metadata: Readonly<Record<string, string>>): void;
  /** Every event so far, oldest first. */
  readonly events: readonly StorageEvent[];
  /** The most objects in a page of a listing. */
  pageSize(most: number): void;
  /** Changes what a bucket is, and what its caller may do with it. Every bucket is there until it is said not to be. */
  bucket(name: string, settings: BucketSettings): void;
  /** Answers no request any more that this matches; undefined answers all again. */
  hang(path: RegExp | undefined): void;
  /** Writes the next object whose name this matches, and answers with a 503 all the same. */
  loseReply(name: RegExp): void;
  /** Answers the next requests with these statuses. */
  script(...statuses: readonly number[]): void;
  requests(): number;
  /** Bytes of objects that went out. */
  sent(): number;
}

export interface FakeStorageOptions {
  readonly port?: number;
  /** Keeps what is overwritten or deleted, as a bucket with Object Versioning does. */
  readonly versioned?: boolean;
}

/** The JSON API of Cloud Storage, as far as buckets of documents go: generations, metadata, listings in pages, media. */
export async function startFakeStorage({ port = 0, versioned = false }: FakeStorageOptions = {}): Promise<FakeStorage> {
  const objects = new Map<string, Version[]>();
  const events: StorageEvent[] = [];
  const scripted: number[] = [];
  const buckets: Buckets = createBuckets();
  let hanging: RegExp | undefined;
  let losing: RegExp | undefined;
  let most = 1_000;
  let requests = 0;
  let sent = 0;
  let clock = BigInt(Date.now()) * 1_000n;

  const liveOf = (path: string) => objects.get(path)?.find(({ live }) => live);
  const emit = (kind: StorageEvent['kind'], path: string, version: Version) => events.push({ kind, data: resourceOf(path, version) });
  const retire = (path: string) => {
    const version = liveOf(path);
    if (!version) return;
    version.live = false;
    version.deleted = new Date();
    if (!versioned) objects.set(path, []);
    emit(versioned ? 'archived' : 'deleted', path, version);
  };
  const storage = {
    put(
      path: string,
      body: string | Uint8Array,
      metadata?: Readonly<Record<string, string>>,
      contentType?: string,
      { generation, metageneration, updatedAt } = { generation: ++clock, metageneration: 1n, updatedAt: new Date() },
    ): bigint {
      retire(path);
      const version: Version = {
        bytes: Buffer.from(body),
        generation,
        metageneration,
        contentType,
        metadata,
        updated: updatedAt,
        deleted: undefined,
        live: true,
      };
      objects.set(path, [...(objects.get(path) ?? []), version]);
      emit('finalized', path, version);
      return version.generation;
    },
    describe(path: string, metadata: Readonly<Record<string, string>>): void {
      const version = liveOf(path);
      if (!version) throw new Error(`there is no live ${path}`);
      version.metadata = metadata;
      version.metageneration++;
      version.updated = new Date();
      emit('metadataUpdated', path, version);
    },
  };

  const list = (bucket: string, query: URLSearchParams): FakeReply => {
    const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
    const delimiter = query.get('delimiter');
    const paths = [...objects.keys()].filter((path) => path.startsWith(prefix) && liveOf(path)).sort();
    const folder = (path: string) => {
      const end = delimiter ? path.indexOf(delimiter, prefix.length) : -1;
      return end < 0 ? undefined : path.slice(bucket.length + 1, end + 1);
    };
    // As in the real service a prefix is one entry of a page, however many objects stand below it.
    const entries = [...new Set(paths.map((path) => folder(path) ?? path.slice(bucket.length + 1)))].sort();
    const after = query.get('pageToken') ?? '';
    const page = Math.min(most, Number(query.get('maxResults') ?? most));
    const here = entries.filter((entry) => entry > after).slice(0, page);
    const last = here.at(-1);
    const isPrefix = (entry: string) => delimiter !== null && entry.endsWith(delimiter);
    return {
      body: {
        kind: 'storage#objects',
        items: here
          .filter((entry) => !isPrefix(entry))
          .flatMap((entry) => {
            const version = liveOf(`${bucket}/${entry}`);
            return version ? [resourceOf(`${bucket}/${entry}`, version)] : [];
          }),
        prefixes: here.filter(isPrefix),
        ...(last && last !== entries.at(-1) ? { nextPageToken: last } : {}),
      },
    };
  };

  const one = ({ method, url, headers, body }: FakeRequest, path: string): FakeReply => {
    const wanted = url.searchParams.get('generation');
    const version = wanted ? objects.get(path)?.find(({ generation }) => String(generation) === wanted) : liveOf(path);
    if (!version) return apiError(404, 'notFound', `No such object: ${path}`);
    if (method === 'DELETE') {
      const refused = unmet(url.searchParams, version);
      if (refused) return refused;
      retire(path);
      return { status: 204 };
    }
    if (method === 'PATCH') {
      storage.describe(path, JSON.parse(body.toString()).metadata ?? {});
      return { body: resourceOf(path, version) };
    }
    if (url.searchParams.get('alt') !== 'media') return { body: resourceOf(path, version) };
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(String(headers.range ?? '')) ?? [];
    const part = version.bytes.subarray(Number(from ?? 0), to ? Number(to) + 1 : undefined);
    sent += part.length;
    return {
      ...(from === undefined ? {} : { status: 206 }),
      body: part,
      headers: {
        ...(from === undefined ? {} : { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${version.bytes.length}` }),
        'x-goog-generation': String(version.generation),
        'x-goog-hash': `crc32c=${crc32c(version.bytes)}`,
        'x-goog-stored-content-length': String(version.bytes.length),
      },
    };
  };

  const server = await serveFake(async (request) => {
    requests++;
    const status = scripted.shift();
    if (status) return apiError(status, 'scripted', `scripted ${status}`);
    const { pathname, searchParams } = request.url;
    if (hanging?.test(pathname)) return new Promise<never>(() => undefined);
    const [, upload, bucket = '', object, name] =
      /^(\/upload|\/download)?(?:\/storage\/v1)?\/b\/([^/]+)(\/o(?:\/(.+))?)?/.exec(pathname) ?? [];
    if (!bucket) return apiError(404, 'notFound', `no route ${pathname}`);
    const refusal = buckets.refusal(request, bucket, {
      isUpload: upload === '/upload',
      isObject: name !== undefined,
      isListing: object === '/o',
    });
    if (refusal) return refusal;
    if (upload === '/upload') {
      const reply = uploaded(request, bucket, storage.put, (path) => liveOf(path));
      if (!losing?.test(searchParams.get('name') ?? '')) return reply;
      losing = undefined;
      return apiError(503, 'lost', 'the reply was lost');
    }
    if (!object) return bucketReply(request, bucket, buckets);
    return name ? one(request, `${bucket}/${decodeURIComponent(name)}`) : list(bucket, searchParams);
  }, port);
  return {
    ...server,
    ...storage,
    remove: retire,
    object: liveOf,
    events,
    pageSize: (size) => {
      most = size;
    },
    bucket: buckets.change,
    hang: (path) => {
      hanging = path;
    },
    loseReply: (name) => {
      losing = name;
    },
    script: (...statuses) => void scripted.push(...statuses),
    requests: () => requests,
    sent: () => sent,
  };
}

/** Keys and values together. */
const MOST_METADATA_BYTES = 8_192;

/** A multipart upload: the object's resource, then its bytes. */
function uploaded(
  { url, headers, body }: FakeRequest,
  bucket: string,
  put: FakeStorage['put'],
  liveOf: (path: string) => Version | undefined,
): FakeReply {
  const boundary = /boundary=([^;]+)/.exec(String(headers['content-type']))?.[1] ?? '';
  const [, described = '', media = ''] = body.toString('latin1').split(`--${boundary}`);
  const content = (section: string) => section.slice(section.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '');
  const resource: { name?: string; metadata?: Record<string, string>; contentType?: string } = JSON.parse(content(described));
  const path = `${bucket}/${url.searchParams.get('name') ?? resource.name}`;
  const size = Object.entries(resource.metadata ?? {}).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  if (size > MOST_METADATA_BYTES) return apiError(400, 'invalid', `The metadata of an object is at most ${MOST_METADATA_BYTES} bytes.`);
  const refused = unmet(url.searchParams, liveOf(path));
  if (refused) return refused;
  put(path, Buffer.from(content(media), 'latin1'), resource.metadata, resource.contentType);
  const version = liveOf(path);
  return { body: version ? resourceOf(path, version) : {} };
}

/** What a request gets whose condition the live object does not meet. */
function unmet(query: URLSearchParams, version: Version | undefined): FakeReply | undefined {
  const wanted = query.get('ifGenerationMatch');
  if (wanted === null || wanted === String(version?.generation ?? 0)) return undefined;
  return apiError(412, 'conditionNotMet', `The object is not of generation ${wanted}.`);
}

function resourceOf(
  path: string,
  { bytes, generation, metageneration, contentType, metadata, updated, deleted }: Version,
): Readonly<Record<string, unknown>> {
  const slash = path.indexOf('/');
  const [bucket, name] = [path.slice(0, slash), path.slice(slash + 1)];
  return {
    kind: 'storage#object',
    id: `${path}/${generation}`,
    bucket,
    name,
    generation: String(generation),
    metageneration: String(metageneration),
    ...(contentType ? { contentType } : {}),
    size: String(bytes.length),
    crc32c: crc32c(bytes),
    md5Hash: createHash('md5').update(bytes).digest('base64'),
    timeCreated: updated.toISOString(),
    updated: updated.toISOString(),
    ...(deleted ? { timeDeleted: deleted.toISOString() } : {}),
    ...(metadata ? { metadata } : {}),
  };
}

function crc32c(bytes: Buffer): string {
  const checksum = new CRC32C();
  checksum.update(bytes);
  return checksum.toString();
}
