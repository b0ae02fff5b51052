import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../../shared/config.ts';
import { migrateDatabase, openBackend } from '../../../shared/retrieval/open.ts';
import { openPostgres } from '../../../shared/retrieval/pgvector/store/postgres.ts';
import { countingEmbedder } from '../../fakes/embedder.ts';
import { type FakeGemini, startFakeGemini } from '../../fakes/gemini.ts';
import { type FakePostgres, startFakePostgres } from '../../fakes/postgres.ts';
import { documentOf } from '../../support/documents.ts';
import { quiet } from '../../support/stores.ts';
import { type ExamineOptions, examine, failuresOf } from './examine.ts';

const never = new AbortController().signal;
let gemini: FakeGemini;
beforeAll(async () => {
  gemini = await startFakeGemini();
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', gemini.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await gemini.close();
});
const MODEL = { EMBEDDER: 'gemini', GEMINI_API_KEY: 'fake', GROUNDWIRE_BUCKET: '/nowhere' };

describe('a Postgres server', () => {
  let postgres: FakePostgres;
  const env = () => ({ ...MODEL, DATABASE_URL: postgres.url, DATABASE_POOL_MAX: '1' });
  const look = (more: Readonly<Record<string, string>> = {}, options?: ExamineOptions) => examine({ ...env(), ...more }, options);
  /** Runs statements as the owner of everything. */
  const sql = async (script: string) => {
    const driver = await openPostgres({ kind: 'url', url: postgres.url, poolMax: 1 }, quiet);
    await driver.transaction([], (session) => session.script(script));
    await driver.close();
  };
  beforeAll(async () => {
    postgres = await startFakePostgres();
  });
  afterAll(() => postgres.close());

  it('has no schema until it is migrated', async () => {
    const results = await look();
    expect(failuresOf(results)).toEqual(['pgvector']);
    expect(results.pgvector).toMatchObject({
      message: 'pgvector is not installed in this database.',
      fix: 'npm run migrate, as the owner of the schema, installs it.',
    });
    await sql('CREATE EXTENSION vector');
    expect((await look()).schema).toMatchObject({
      state: 'failed',
      message: 'This database has no schema.',
      fix: expect.stringContaining('npm run migrate'),
    });
  });

  it('is in order once it is, while there is nothing in it', async () => {
    await migrateDatabase(parseConfig(env()), quiet);
    const results = await look();
    expect(failuresOf(results)).toEqual([]);
    expect(results).toMatchObject({
      database: { message: expect.stringMatching(/^Postgres 1\d\.\d+, \w+ as postgres$/) },
      pgvector: { message: expect.stringMatching(/^0\.\d+\.\d+$/) },
      schema: { message: expect.stringMatching(/^\d+ migrations, the last \d{4}-/) },
      'row security': { message: 'forced on 4 tables and partitions' },
      'database login': { message: expect.stringMatching(/bound by no policy.*owns \d+ tables.*right for development only$/) },
      connections: { message: expect.stringMatching(/with DATABASE_POOL_MAX=1, \d+ instances of all functions fit in 85 %$/) },
      'lexical index': { message: expect.stringMatching(/^BM25 by pg_textsearch \d/) },
      dimensions: { message: '768, which an index can hold' },
      vectors: { message: 'no documents yet' },
    });
  });

  it('is not logged in to as its owner in production', async () => {
    expect((await look({ NODE_ENV: 'production' }))['database login']).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('postgres is bound by no policy'),
      fix: expect.stringContaining('CREATE ROLE'),
    });
  });

  it('has to have the vectors of the model, of every tenant or the one that is asked for', async () => {
    const backend = await openBackend(parseConfig(env()), quiet, countingEmbedder());
    await backend.put(documentOf('# Pump\n\nThe pump cavitates.\n', { documentId: 'pump.md' }), never);
    await backend.close();
    expect((await look()).vectors).toMatchObject({
      state: 'failed',
      message: 'Documents lack vectors of gemini-embedding-001/768: acme (1 of 1). Their tenants are searched by words alone.',
      fix: expect.stringMatching(/^npm run reembed\nOr set EMBED_MODEL/),
    });
    expect((await look({}, { tenant: 'acme' })).vectors).toMatchObject({
      fix: expect.stringContaining('npm run reembed -- --tenant acme'),
    });
    expect((await look({}, { tenant: 'globex' })).vectors).toMatchObject({ state: 'ok', message: 'no documents yet' });
    const own = await openBackend(parseConfig(env()), quiet);
    await own.put(documentOf('# Pump\n\nThe pump cavitates.\n', { documentId: 'pump.md' }), never);
    await own.close();
    expect((await look()).vectors).toMatchObject({ state: 'ok', message: 'gemini-embedding-001/768 for all 1 documents of 1 tenants' });
  });

  it('misses a migration, or has one that was changed since', async () => {
    await sql("UPDATE kb_migration SET sha256 = 'other' WHERE name LIKE '0001-%'");
    expect((await look()).schema).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^0001-tables\.sql changed after it was applied/),
    });
    await sql("DELETE FROM kb_migration WHERE name LIKE '0006-%' OR name LIKE '0001-%'");
    const results = await look();
    expect(failuresOf(results)).toEqual(['schema']);
    expect(results.schema).toMatchObject({
      message: '0001-tables.sql, 0006-vector-index.sql missing.',
      fix: 'npm run migrate, as the owner of the schema (in Terraform: the job migrate).',
    });
    expect(results.vectors).toMatchObject({ state: 'skipped', message: 'needs schema' });
  });

  it('can not be reached, refuses, or does not answer', async () => {
    const results = await look({ DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' });
    expect(failuresOf(results)).toEqual(['database']);
    expect(results.database).toMatchObject({
      message: 'The database can not be reached.',
      fix: expect.stringContaining('host and port of DATABASE_URL'),
    });
    expect(JSON.stringify(results)).not.toContain('secret');
    // A server that takes the connection and says nothing: the fake has one session, and this one keeps it.
    const driver = await openPostgres({ kind: 'url', url: postgres.url, poolMax: 1 }, quiet);
    await driver.transaction([], (session) => session.query('SELECT 1'));
    expect((await look({}, { deadlineMs: 1_500 })).database).toMatchObject({
      message: 'No answer within 1.5 s.',
      fix: expect.stringContaining('VPC egress'),
    });
    await driver.close();
  });

  it('holds vectors of so many dimensions and no more', async () => {
    expect((await look({ EMBED_DIMENSIONS: '3072' })).dimensions).toMatchObject({ state: 'ok' });
    const many = { EMBED_MODEL: 'large-embedding', EMBED_MAX_TOKENS: '2048', EMBED_DIMENSIONS: '4000' };
    expect((await look(many)).dimensions).toMatchObject({ state: 'ok' });
  });
});

describe('the embedded database', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'groundwire-doctor-'));
  });
  afterAll(() => rmSync(home, { recursive: true }));
  const env = () => ({ ...MODEL, GROUNDWIRE_DATA: join(home, 'data'), GROUNDWIRE_BUCKET: home });

  it('is not made by looking', async () => {
    const results = await examine(env());
    expect(failuresOf(results)).toEqual([]);
    expect(results.database).toMatchObject({ state: 'skipped', message: expect.stringContaining('the first command makes it') });
    expect(readdirSync(home)).toEqual([]);
    expect((await examine({ ...env(), GROUNDWIRE_DATA: ':memory:' })).database).toMatchObject({ state: 'skipped' });
    expect(results.bucket).toMatchObject({ state: 'ok', message: `${home}: 0 tenants` });
  });

  it('is in order once it is there, and has no login and no connections to check', async () => {
    await (await openBackend(parseConfig(env()), quiet)).close();
    const results = await examine(env());
    expect(failuresOf(results)).toEqual([]);
    expect(Object.keys(results)).not.toContain('connections');
    expect(results).toMatchObject({
      database: { message: expect.stringMatching(/^Postgres 1\d\.\d+, embedded, in /) },
      vectors: { state: 'ok' },
    });
  });

  it('is open in another process', async () => {
    const backend = await openBackend(parseConfig(env()), quiet);
    expect((await examine(env())).database).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('is open in another process'),
      fix: expect.stringContaining('Stop whatever else has the folder open'),
    });
    await backend.close();
  });

  it('is to have row-level security everywhere, and vectors that it can index', async () => {
    const { openEmbedded } = await import('../../../shared/retrieval/pgvector/store/embedded.ts');
    const driver = await openEmbedded(join(home, 'data'));
    await driver.transaction([], (session) => session.script('ALTER TABLE kb_chunk NO FORCE ROW LEVEL SECURITY'));
    await driver.close();
    const results = await examine({ ...env(), EMBED_DIMENSIONS: '3072' });
    expect(results.dimensions).toMatchObject({ state: 'failed', fix: 'Change EMBED_DIMENSIONS.' });
    expect(results['row security']).toMatchObject({
      state: 'failed',
      message: 'Row-level security is not forced on kb_chunk.',
      fix: 'As the owner:\nALTER TABLE kb_chunk ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;',
    });
  });
});
