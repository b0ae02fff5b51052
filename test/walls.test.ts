import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the walls between the folders', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-walls-'));
    cpSync('biome.json', join(folder, 'biome.json'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the linter says of a file that imports `from`, standing at `path` of the project. */
  const lint = (path: string, from: string): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `import { x } from '${from}';\n\nexport const y = x;\n`);
    const { stdout, stderr } = spawnSync(resolve('node_modules/.bin/biome'), ['lint', '--vcs-enabled=false', path], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout + stderr;
  };

  it.each([
    ['shared/log.ts', '../functions/command.ts', 'Nothing in shared knows'],
    ['shared/retrieval/fuse.ts', '../../golden/questions/sets.ts', 'Nothing in shared knows'],
    ['shared/retrieval/pgvector/store/x.ts', '../../../../functions/command.ts', 'Nothing in shared knows'],
    ['functions/search/routes.ts', '../../shared/retrieval/pgvector/backend.ts', 'through shared/retrieval alone'],
    ['golden/evaluate.ts', '../shared/retrieval/vertex-rag/backend.ts', 'through shared/retrieval alone'],
    ['shared/documents/identify.ts', '../retrieval/pgvector/terms.ts', 'through shared/retrieval alone'],
    ['functions/search/routes.ts', 'pg', 'talks to a database'],
    ['shared/retrieval/pgvector/dense.ts', 'pg', 'talks to a database'],
    ['shared/retrieval/retrieve.ts', '@electric-sql/pglite', 'talks to a database'],
    ['functions/search/routes.ts', '@google/genai', 'talks to a model'],
    ['shared/retrieval/rerank.ts', '@google-cloud/discoveryengine', 'talks to a model'],
    ['shared/documents/read.ts', '@google/genai', 'talks to a model'],
    ['shared/models/embed/gemini.ts', 'pg', 'talks to a database'],
    ['functions/search/routes.ts', '../../test/fakes/embedder.ts', 'Nothing that ships imports a test'],
  ])('%s may not import %s', (path, from, message) => {
    expect(lint(path, from)).toContain(message);
  });

  it.each([
    ['functions/search/routes.ts', '../../shared/retrieval/open.ts'],
    ['shared/retrieval/open.ts', './pgvector/open.ts'],
    ['shared/retrieval/pgvector/store/postgres.ts', 'pg'],
    ['shared/models/rank/connection.ts', '@google-cloud/discoveryengine'],
    ['test/support/stores.ts', '../../shared/retrieval/pgvector/backend.ts'],
  ])('%s may import %s', (path, from) => {
    expect(lint(path, from)).toContain('Checked 1 file');
    expect(lint(path, from)).not.toContain('Found');
  });
});
