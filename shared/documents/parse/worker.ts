import { InvalidInput } from '../../errors.ts';
import type { ParsedDocument, SourceDocument } from '../document.ts';
import { type ParseOptions, parse } from './parse.ts';

export interface Task {
  readonly document: Pick<SourceDocument, 'documentId' | 'mediaType'>;
  readonly bytes: Uint8Array;
  readonly options: ParseOptions;
}

/** What comes back from a worker. An error loses its class on the way, so a refusal is a value. */
export type Outcome =
  | { readonly parsed: ParsedDocument }
  | { readonly refused: Pick<InvalidInput, 'code' | 'message'> }
  /** A bug, or what is thrown otherwise. */
  | { readonly failed: unknown };

async function work({ document, bytes, options }: Task): Promise<Outcome> {
  try {
    return { parsed: await parse(document, bytes, options) };
  } catch (error) {
    return error instanceof InvalidInput ? { refused: { code: error.code, message: error.message } } : { failed: error };
  }
}

// Parses what its parent sends, one document at a time, in a process of its own that can be ended whatever it is doing.
process.on('message', async (task: Task) => process.send?.(await work(task)));
process.on('disconnect', () => process.exit());
