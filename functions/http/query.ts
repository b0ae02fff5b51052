import { z } from 'zod';
import { cleanText } from '../../shared/documents/clean.ts';
import { InvalidInput } from '../../shared/errors.ts';
import { MOST_QUERY_CHARS } from '../../shared/retrieval/backend.ts';

const ASKS: ReadonlySet<string> = new Set(['query', 'question']);

/** What somebody says, cleaned of what Postgres can't store before its length is looked at. */
export const said = (most: number) =>
  z
    .string()
    .overwrite((text) => cleanText(text).trim())
    .min(1, 'must not be empty')
    .max(most, `must be at most ${most} characters long`);

export const query = said(MOST_QUERY_CHARS).meta({
  description: `What to look for, in plain words or as an identifier; 1 to ${MOST_QUERY_CHARS} characters.`,
  example: 'how do partial refunds work',
});

/** `body` as the schema reads it. Throws InvalidInput, with the field: INVALID_QUERY for `query` and `question`, INVALID_ARGUMENT for any other. */
export function checked<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new InvalidInput(ASKS.has(field) ? 'INVALID_QUERY' : 'INVALID_ARGUMENT', `${field}: ${issue?.message}`);
}
