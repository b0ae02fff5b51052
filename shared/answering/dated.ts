import type { Hit } from '../retrieval/backend.ts';
import type { Citation } from './cite.ts';

/** With the time that what it cites holds for, as its document has it. */
export interface DatedCitation extends Citation {
  readonly effectiveFrom?: string;
  readonly effectiveUntil?: string;
}

/** Where something was left out, or one side of it: a sentence may end at the dots. */
const GAP = /\[…\]|\[…?$|^…?\]/;

/** A citation as its document has it. Where an order was left out of the middle of a quotation, the longer side of it is one. */
export function asItIs(citation: Citation, hit: Hit | undefined): DatedCitation {
  if (!hit) throw new TypeError(`${citation.id} is cited and was not found`);
  const [quote = ''] = hit.text.includes(citation.quote)
    ? [citation.quote]
    : citation.quote
        .split(GAP)
        .map((piece) => piece.trim())
        .filter((piece) => hit.text.includes(piece))
        .toSorted((a, b) => b.length - a.length);
  const [from, until] = [dayOf(hit.metadata.effective_from), dayOf(hit.metadata.effective_until)];
  return {
    ...citation,
    title: hit.source.title,
    section: hit.section,
    quote,
    ...(from ? { effectiveFrom: from } : {}),
    ...(until ? { effectiveUntil: until } : {}),
  };
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined;
