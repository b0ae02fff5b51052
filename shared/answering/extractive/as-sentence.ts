import { cellsOf } from '../passage-units.ts';
import { LEFT_OUT } from '../poison.ts';
import type { Candidate } from './candidates.ts';

const GAP = String.raw`[*_\s]*${LEFT_OUT.replaceAll(/[[\]]/g, '\\$&')}[*_\s]*`;
const EDGES = new RegExp(`^(?:${GAP})+|(?:${GAP})+$`, 'g');

/** A candidate as a sentence: what it says, without the dots at its edges where something was left out. */
export function asSentence(candidate: Pick<Candidate, 'unit' | 'text'>): string {
  const said = saidBy(candidate);
  const inside = said.replace(EDGES, '');
  // An emphasis that began or ended with what was left out has lost its other half.
  return inside !== said && inside.split('**').length % 2 === 0 ? inside.replaceAll('**', '') : inside;
}

/** Of a row its cells, each with the title of its column. */
function saidBy({ unit, text }: Pick<Candidate, 'unit' | 'text'>): string {
  if (unit.kind !== 'row') return text.replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, '').replaceAll(/\s*\n[\s>]*/g, ' ');
  return cellsOf(text)
    .map((cell, i) => ({ cell, column: unit.columns[i] }))
    .filter(({ cell }) => cell !== '')
    .map(({ cell, column }) => (column ? `${column}: ${cell}` : cell))
    .join('; ');
}
