import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { decode } from '../decode.ts';
import { parseMarkdown } from '../markdown.ts';
import { said } from '../metadata.ts';
import type { Input, Reading } from '../reading.ts';
import { reading } from '../refuse.ts';
import { parseJson } from './parse-json.ts';

/** A result that is longer is data and not what the notebook says. */
const MOST_OUTPUT_CHARS = 2_000;

const lines = z.union([z.string(), z.array(z.string()).transform((all) => all.join(''))]);
const output = z.looseObject({
  text: lines.optional(),
  data: z.looseObject({ 'text/plain': lines.optional(), 'text/markdown': lines.optional() }).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});
const cell = z.looseObject({ cell_type: z.string(), source: lines.default(''), outputs: z.array(output).default([]) });
const schema = z.looseObject({
  nbformat: z.coerce.number(),
  cells: z.array(cell).optional(),
  /** Before version 4 cells stood in worksheets. */
  worksheets: z.array(z.looseObject({ cells: z.array(cell.extend({ input: lines.optional() })) })).optional(),
  metadata: z
    .looseObject({
      title: z.string().optional(),
      kernelspec: z.looseObject({ language: z.string().optional() }).optional(),
      language_info: z.looseObject({ name: z.string().optional() }).optional(),
      authors: z.array(z.looseObject({ name: z.string().optional() })).optional(),
    })
    .default({}),
});
type Notebook = z.output<typeof schema>;

export const isNotebook = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'nbformat' in value && ('cells' in value || 'worksheets' in value);

/** A Jupyter notebook: its Markdown as Markdown, its code as code, and what the code printed, within bounds. */
export async function readNotebook({ bytes, charset }: Input): Promise<Reading> {
  const text = await decode(bytes, [charset]);
  return reading('notebook', () => notebook(parseJson(text)));
}

export function notebook(value: unknown): Reading {
  const parsed = schema.parse(value);
  const language = parsed.metadata.language_info?.name ?? parsed.metadata.kernelspec?.language ?? '';
  const cells =
    parsed.cells ??
    parsed.worksheets?.flatMap((sheet) => sheet.cells.map((each) => ({ ...each, source: each.input ?? each.source }))) ??
    [];
  const text = cells
    .map((each) => cellText(each, language))
    .filter((each) => each.trim() !== '')
    .join('\n\n');
  const authors = parsed.metadata.authors?.flatMap(({ name }) => name ?? []);
  const read = parseMarkdown(text);
  return {
    ...read,
    title: parsed.metadata.title ?? read.title,
    metadata: { ...read.metadata, ...said({ author: authors?.join(', '), programming_language: language }) },
  };
}

function cellText({ cell_type: type, source, outputs }: NonNullable<Notebook['cells']>[number], language: string): string {
  if (type !== 'code') return source.trim();
  return [fenced(source, language), ...outputs.map(outputText)].filter((part) => part !== '').join('\n\n');
}

function outputText({ text, data, ename, evalue }: z.output<typeof output>): string {
  if (data?.['text/markdown']) return data['text/markdown'].slice(0, MOST_OUTPUT_CHARS);
  const said = stripVTControlCharacters(text ?? data?.['text/plain'] ?? (ename ? `${ename}: ${evalue ?? ''}` : ''));
  return fenced(said.length > MOST_OUTPUT_CHARS ? `${said.slice(0, MOST_OUTPUT_CHARS)}…` : said, '');
}

function fenced(text: string, language: string): string {
  if (text.trim() === '') return '';
  const longest = text.match(/`{3,}/g)?.reduce((most, run) => Math.max(most, run.length), 2) ?? 2;
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
