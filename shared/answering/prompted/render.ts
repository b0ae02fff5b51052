import type { Given } from '../cite.ts';
import { withoutMarkers } from '../markers.ts';
import { HIDDEN } from '../poison.ts';
import type { Asked, PartNote, View } from '../roles.ts';

// What a model is given as data. Whatever comes from outside stands between delimiters of ours, and has none of its own.

/** Without what could open or end a delimiter, or is there for no eye. `x < 5` stays. */
export const data = (text: string): string => text.replaceAll(HIDDEN, '').replaceAll(/[<＜﹤](?!\s*[\d=.])/g, '‹');
const attribute = (text: string): string => data(withoutMarkers(text)).replaceAll('"', '”').replaceAll(/\s+/g, ' ');

/** The turns before, as data: what was said there is no order either. */
const historyOf = ({ history }: Pick<Asked, 'history'>): string =>
  history.length === 0
    ? ''
    : `<conversation>\n${history.map(({ role, text }) => `${role}: ${data(withoutMarkers(text))}`).join('\n')}\n</conversation>\n`;

export const askedData = (asked: Asked): string =>
  `<today>${asked.day}</today>\n${historyOf(asked)}<question>${data(asked.question)}</question>`;

export const viewData = (view: View): string =>
  [
    askedData(view),
    `<searches>${view.hop === 0 ? 'none yet' : view.searched.map((query) => data(query)).join(' | ')}</searches>`,
    `<found>\n${view.digest.length === 0 ? 'nothing' : data(view.digest.join('\n\n'))}\n</found>`,
  ].join('\n');

/** Passages by their markers, whole. */
export const passagesData = (given: Given): string =>
  Array.from(given, ([marker, { section, source, text }]) => {
    const facts = `title="${attribute(source.title)}" section="${attribute(section)}" updated="${source.updatedAt.toISOString().slice(0, 10)}"`;
    return `<passage marker="${marker}" ${facts}>\n${data(withoutMarkers(text))}\n</passage>`;
  }).join('\n');

export const notesData = (notes: readonly PartNote[]): string =>
  notes.map(({ question, answer }) => `<note question="${attribute(question)}">\n${data(answer)}\n</note>`).join('\n');
