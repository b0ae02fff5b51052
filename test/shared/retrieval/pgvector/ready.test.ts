import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SCHEMA } from '../../../../shared/retrieval/pgvector/ready.ts';
import { MIGRATIONS_FOLDER } from '../../../../shared/retrieval/pgvector/store/migrations-folder.ts';

it('the schema that this code asks for is that of the last migration', () => {
  const numbered = readdirSync(MIGRATIONS_FOLDER).filter((name) => /^\d{4}-/.test(name));
  expect(SCHEMA).toBe(numbered.sort().at(-1));
});
