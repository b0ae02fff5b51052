import type { FakeStorage } from '../storage.ts';
import type { FakeRagOptions } from './options.ts';

/** Reads objects of a fake of Cloud Storage, and writes results of imports there. */
export const objectsOf = (storage: Pick<FakeStorage, 'object' | 'put'>) =>
  ({
    readObject: async (uri) => storage.object(uri.replace('gs://', '')),
    writeObject: (uri, text) => void storage.put(uri.replace('gs://', ''), text, undefined, 'application/x-ndjson'),
  }) satisfies FakeRagOptions;
