import type { RootContent } from 'mdast';
import { decode } from '../decode.ts';
import type { Input, Reading } from '../reading.ts';
import { reading } from '../refuse.ts';
import { isNotebook, notebook } from './notebook.ts';
import { parseJson } from './parse-json.ts';
import { valueBlocks } from './values.ts';

/** JSON as sections: a heading for each part that holds others, below it a line `path: value` for each value. */
export async function readJson({ bytes, charset }: Input): Promise<Reading> {
  const text = await decode(bytes, [charset]);
  return reading('JSON', () => {
    const value = parseJson(text);
    if (isNotebook(value)) return notebook(value);
    const children: RootContent[] = valueBlocks(value);
    return { tree: { type: 'root', children }, title: titleOf(value) };
  });
}

/** A document that is an object often has a title of its own; so has an OpenAPI description, under `info`. */
function titleOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('title' in value && typeof value.title === 'string') return value.title;
  return 'info' in value ? titleOf(value.info) : undefined;
}
