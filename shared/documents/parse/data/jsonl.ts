import type { RootContent } from 'mdast';
import { InvalidInput, KnownError } from '../../../errors.ts';
import { heading } from '../build.ts';
import { decode } from '../decode.ts';
import type { Input, Reading } from '../reading.ts';
import { parseJson } from './parse-json.ts';
import { labelOf, valueBlocks } from './values.ts';

/** A JSON value a line, each a section of its own; lines of flat records alike become one table. */
export async function readJsonl({ bytes, charset }: Input): Promise<Reading> {
  const lines = (await decode(bytes, [charset])).split('\n').filter((line) => line.trim() !== '');
  const values: unknown[] = [];
  let broken = 0;
  for (const line of lines) {
    try {
      values.push(parseJson(line));
    } catch (error) {
      if (!(error instanceof KnownError) || error.code !== 'MALFORMED') throw error;
      broken++;
    }
  }
  if (broken > 0 && values.length === 0) throw new InvalidInput('MALFORMED', 'No line of the file is valid JSON.');
  return {
    tree: { type: 'root', children: values.length === 1 ? valueBlocks(values[0]) : records(values) },
    ...(broken > 0 ? { warning: `${broken} of ${lines.length} lines are not valid JSON and were left out.` } : {}),
  };
}

function records(values: readonly unknown[]): RootContent[] {
  const whole = valueBlocks(values);
  if (whole[0]?.type === 'table' || whole[0]?.type === 'list') return whole;
  return values.flatMap((value, i) => [heading(2, labelOf(value) ?? `Record ${i + 1}`), ...valueBlocks(value, '', 2)]);
}
