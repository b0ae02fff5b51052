import { z } from 'zod';

/** A piece of a file, as the service found it. */
export interface Context {
  /** The address of the object that was imported. */
  readonly uri: string;
  readonly text: string;
  /** A distance or a similarity: it depends on the database. Only to be shown. */
  readonly score: number | undefined;
  readonly pages: { readonly first: number; readonly last: number } | undefined;
  readonly fileId: string;
  readonly chunkId: string;
}

export interface RagFile {
  /** `projects/…/ragCorpora/…/ragFiles/ID`. */
  readonly name: string;
  readonly uri: string;
  readonly createdAt: Date;
  /** What is wrong with it, where its state is ERROR. */
  readonly error: string | undefined;
}

export interface ImportResult {
  readonly imported: number;
  readonly failed: number;
  readonly skipped: number;
}

const said = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
/** Numbers of 64 bits come as text, or as objects that say their number as text. */
const count = z
  .union([z.string(), z.number(), z.instanceof(Object)])
  .nullish()
  .transform((value) => Number(String(value ?? 0)))
  .pipe(z.int());
const instant = z
  .object({ seconds: count })
  .nullish()
  .transform((value) => new Date((value?.seconds ?? 0) * 1_000));

const file = z
  .object({
    name: z.string(),
    createTime: instant,
    gcsSource: z.object({ uris: z.array(z.string()).nullish() }).nullish(),
    fileStatus: z.object({ state: z.union([z.string(), z.number()]).nullish(), errorStatus: said }).nullish(),
  })
  .transform(
    ({ name, createTime, gcsSource, fileStatus }): RagFile => ({
      name,
      createdAt: createTime,
      uri: gcsSource?.uris?.[0] ?? '',
      error: fileStatus?.state === 'ERROR' || fileStatus?.state === 2 ? fileStatus.errorStatus || 'no reason was given' : undefined,
    }),
  );

const context = z
  .object({
    sourceUri: said,
    text: said,
    score: z.number().nullish(),
    chunk: z.object({ fileId: said, chunkId: said, pageSpan: z.object({ firstPage: count, lastPage: count }).nullish() }).nullish(),
  })
  .transform(
    ({ sourceUri, text, score, chunk }): Context => ({
      uri: sourceUri,
      text,
      score: score ?? undefined,
      pages: chunk?.pageSpan ? { first: chunk.pageSpan.firstPage, last: chunk.pageSpan.lastPage } : undefined,
      fileId: chunk?.fileId ?? '',
      chunkId: chunk?.chunkId ?? '',
    }),
  );

// What long-running operations end with.

export const named = z.object({ name: z.string() });
export const importResult = z.object({ importedRagFilesCount: count, failedRagFilesCount: count, skippedRagFilesCount: count }).transform(
  ({ importedRagFilesCount, failedRagFilesCount, skippedRagFilesCount }): ImportResult => ({
    imported: importedRagFilesCount,
    failed: failedRagFilesCount,
    skipped: skippedRagFilesCount,
  }),
);

// What calls are answered with: lists, the response first.

export const fileReply = z.tuple([file]).rest(z.unknown());
const page = <Item extends z.ZodType>(item: Item) =>
  z.tuple([z.array(item), z.unknown(), z.object({ nextPageToken: said }).nullish()]).rest(z.unknown());
export const filePageReply = page(file);
export const corpusPageReply = page(named);
export const contextsReply = z
  .tuple([z.object({ contexts: z.object({ contexts: z.array(context).nullish() }).nullish() })])
  .rest(z.unknown());
const tier = z.unknown().optional();
export const engineReply = z
  .tuple([
    z.object({
      ragManagedDbConfig: z
        .object({ serverless: tier, unprovisioned: tier, spanner: z.object({ unprovisioned: tier }).nullish() })
        .nullish(),
    }),
  ])
  .rest(z.unknown());
