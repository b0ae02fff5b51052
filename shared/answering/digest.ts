import type { Citable } from './cite.ts';
import { cellsOf, unitsOf } from './passage-units.ts';

const MOST_SOURCES = 12;
const MOST_CHARS = 400;

/**
 * What the controller sees of passages: who each is, and `label | value` lines of what it says, 400 characters a source. Enough to
 * tell whether an answer may be there, too little to answer from, or to be told what to do by.
 */
export const digestOf = (passages: readonly Citable[]): readonly string[] =>
  passages.slice(0, MOST_SOURCES).map((passage, i) => {
    const { title, updatedAt } = passage.source;
    // A line is ours: a title with line ends could begin a source of its own.
    const identity = `${i + 1}. ${title} | ${passage.section} | ${updatedAt.toISOString().slice(0, 10)}`.replaceAll(/\s+/g, ' ');
    return [identity, ...linesOf(passage.text)].join('\n').slice(0, MOST_CHARS);
  });

function linesOf(text: string): readonly string[] {
  return unitsOf(text)
    .filter(({ kind }) => kind !== 'heading')
    .map(({ start, end, kind, columns }) => {
      const said = text.slice(start, end).replaceAll(/\s+/g, ' ').trim();
      if (kind !== 'row') return said;
      return cellsOf(said)
        .map((cell, i) => (columns[i] ? `${columns[i]} | ${cell}` : cell))
        .join('; ');
    });
}
