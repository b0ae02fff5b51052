import type { SourceDocument } from '../documents/document.ts';
import type { StoredDocument } from './backend.ts';

export type Decision = 'index' | 'describe' | 'embed' | 'unchanged' | 'stale';

/**
 * What to do with an event about a document, given what is stored. Events come late, twice and in any order; the
 * highest generation, and within it the highest metageneration, is the truth. A deletion ends its generation for good. What
 * can't be indexed is tried again only when it is made otherwise, or `again` asks for it.
 */
export function fence(
  stored: Pick<StoredDocument, 'generation' | 'metageneration' | 'state' | 'make' | 'complete'> | undefined,
  document: Pick<SourceDocument, 'generation' | 'metageneration'>,
  make: string,
  again = false,
): Decision {
  if (!stored || stored.generation < document.generation) return 'index';
  if (stored.generation > document.generation || stored.state === 'deleted') return 'stale';
  if (stored.metageneration > document.metageneration) return 'stale';
  if (stored.make !== make) return 'index';
  const described = stored.metageneration === document.metageneration;
  if (stored.state === 'failed') return described && !again ? 'unchanged' : 'index';
  if (!stored.complete) return described ? 'embed' : 'index';
  return described ? 'unchanged' : 'describe';
}
