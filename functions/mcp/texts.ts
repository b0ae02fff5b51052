import type { z } from 'zod';
import type { answerReply, citation } from '../answer/schemas.ts';
import type { passage, searchReply } from '../search/schemas.ts';

type Passage = Omit<z.input<typeof passage>, 'score'>;

/** Passages for a model that is shown text alone: numbered, with what a citation needs. */
export function passagesText({ passages, note, degraded }: z.input<typeof searchReply>): string {
  const parts = [...passages.map((each, i) => passageText(each, `[${i + 1}]`)), note, partsMissing(degraded)];
  return parts.filter(Boolean).join('\n\n');
}

/** One passage. Its lines begin with a space, so that none of them can pass for the head of another passage. */
export function passageText({ id, section, text, source }: Passage, marker: string): string {
  const head = `${marker} ${place(source.title, section)} (${source.uri}, updated ${day(source.updated_at)}, id ${id})`;
  return `${head}\n${text.replaceAll(/^/gm, ' ')}`;
}

/** An answer with its sources. */
export function answerText({ answer, citations, refused, reason, degraded }: Omit<z.input<typeof answerReply>, 'request_id'>): string {
  const sources = citations.map(sourceText).join('\n');
  return [
    answer,
    refused && reason && !answer.includes(reason) ? reason : undefined,
    sources && `Sources\n${sources}`,
    partsMissing(degraded),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function sourceText({ marker, id, title, section, uri, updated_at, quote, effective_from, effective_until }: z.input<typeof citation>) {
  const inForce = [effective_from && `in force from ${effective_from}`, effective_until && `in force until ${effective_until}`].filter(
    Boolean,
  );
  const facts = [uri, `updated ${day(updated_at)}`, ...inForce, `id ${id}`].join(', ');
  return `${marker} ${place(title, section)} (${facts})\n${quote.replaceAll(/^/gm, ' ')}`;
}

const place = (title: string, section: string): string => oneLine([title, section].filter(Boolean).join(' > '));
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
const day = (at: string): string => at.slice(0, 10);

const partsMissing = (degraded: readonly string[] | undefined): string | undefined =>
  degraded && degraded.length > 0 ? `What could not be used this time: ${degraded.join(', ')}.` : undefined;
