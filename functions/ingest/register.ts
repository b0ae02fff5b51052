import { cloudEvent } from '@google-cloud/functions-framework';
import { createIngest, type IngestOptions } from './ingest.ts';

/** Registers the function `ingest` with the functions framework. */
export const registerIngest = (options: IngestOptions): void => {
  cloudEvent('ingest', createIngest(options));
};
