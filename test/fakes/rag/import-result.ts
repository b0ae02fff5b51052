/** What became of a URI. */
export interface ResultRow {
  readonly uri: string;
  readonly status: 'IMPORTED' | 'SKIPPED' | 'FAILED';
  /** Name of the RagFile, where there is one. */
  readonly file: string | undefined;
  readonly reason: string | undefined;
}

/** A line of the result that an import writes. The real shape is not documented. */
export const rowOf = ({ uri, status, file, reason }: ResultRow): object => ({
  sourceUri: uri,
  ...(file ? { ragFile: file } : {}),
  status,
  ...(reason ? { errorMessage: reason } : {}),
});
