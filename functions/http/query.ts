import { z } from 'zod';
import { cleanText } from '../../shared/documents/parse/decode.ts';
import { InvalidInput } from '../../shared/errors.ts';

const QUERY_MOST = 500;

/** Queries are cleaned of what Postgres can't store before their length is looked at. */
export const query = z
  .string()
  .overwrite((text) => cleanText(text).trim())
  .min(1)
  .max(QUERY_MOST)
  .meta({
    description: `What to look for, in plain words or as an identifier; 1 to ${QUERY_MOST} characters.`,
    example: 'how do partial refunds work',
  });

/** `body` as the schema reads it. Throws InvalidInput, with the field: INVALID_QUERY for `query`, INVALID_ARGUMENT for any other. */
export function checked<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new InvalidInput(field === 'query' ? 'INVALID_QUERY' : 'INVALID_ARGUMENT', `${field}: ${issue?.message}`);
}
