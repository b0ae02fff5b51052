import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBackend } from '../../shared/retrieval/open.ts';
import { type FakeGemini, startFakeGemini } from '../fakes/gemini.ts';
import { type ExamineOptions, examine, failuresOf } from '../functions/doctor/examine.ts';
import { databaseUsers, type UserName } from '../support/database-users.ts';
import { documentOf } from '../support/documents.ts';
import { quiet } from '../support/stores.ts';

const MODEL = { EMBEDDER: 'gemini', GEMINI_API_KEY: 'fake', GROUNDWIRE_BUCKET: '/nowhere' };

describe('the doctor on a server whose services are let in and own nothing', () => {
  const { as, loginOf, urlOf } = databaseUsers();
  let gemini: FakeGemini;
  beforeAll(async () => {
    gemini = await startFakeGemini();
    vi.stubEnv('GOOGLE_GEMINI_BASE_URL', gemini.url);
    const backend = await openBackend(as('service', MODEL), quiet);
    await backend.put(documentOf('# Pump\n\nThe pump cavitates.\n', { documentId: 'pump.md' }), new AbortController().signal);
    await backend.close();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await gemini.close();
  });
  const look = (user: UserName, options?: ExamineOptions, more: Readonly<Record<string, string>> = {}) =>
    examine({ ...MODEL, DATABASE_URL: urlOf(user), ...more }, options);

  it('finds the service in order, for production too', async () => {
    expect(failuresOf(await look('service'))).toEqual([]);
    const results = await look('service', {}, { NODE_ENV: 'production' });
    expect(results).toMatchObject({
      database: { message: expect.stringContaining(`as ${loginOf('service')}`) },
      schema: { state: 'ok' },
      'row security': { state: 'ok', message: 'forced on 8 tables and partitions' },
      'database login': {
        state: 'ok',
        message: `${loginOf('service')} is in groundwire_reader and groundwire_writer, and may change no schema`,
      },
      connections: { state: 'ok', message: expect.stringMatching(/^\d+ of \d+ in use/) },
      vectors: { state: 'ok', message: 'gemini-embedding-001/768 for all 1 documents of 1 tenants' },
    });
  });

  it('names the role that a user lacks, unless its duty has no use for it', async () => {
    expect((await look('reader'))['database login']).toMatchObject({
      state: 'failed',
      message: `${loginOf('reader')} is not in groundwire_writer.`,
      fix: `As the owner: DATABASE_WRITERS=${loginOf('reader')} npm run migrate\nA user that only searches needs no more: npm run doctor -- --for search.`,
    });
    const searching = await look('reader', { duty: 'search' });
    expect(failuresOf(searching)).toEqual([]);
    expect(searching.vectors).toMatchObject({ state: 'skipped', message: expect.stringContaining('--tenant T') });
    expect((await look('reader', { duty: 'search', tenant: 'acme' })).vectors).toMatchObject({ state: 'ok' });
    const ingesting = await look('writer', { duty: 'ingest' });
    expect(failuresOf(ingesting)).toEqual([]);
    expect(ingesting.vectors).toMatchObject({ state: 'ok' });
  });

  it('says of a stranger that it was not let in', async () => {
    const results = await look('stranger');
    expect(failuresOf(results)).toEqual(['database login']);
    expect(results['database login']).toMatchObject({
      message: `${loginOf('stranger')} is not in groundwire_reader and groundwire_writer.`,
      fix: `As the owner: DATABASE_READERS=${loginOf('stranger')} DATABASE_WRITERS=${loginOf('stranger')} npm run migrate`,
    });
    expect(results.vectors).toMatchObject({ state: 'skipped', message: 'needs database login' });
  });

  it('does not take the owner for a service', async () => {
    expect((await look('owner', {}, { NODE_ENV: 'production' }))['database login']).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/owns \d+ tables and views of the schema, may create tables/),
    });
  });

  it('says when not even one instance fits', async () => {
    const { connections } = await look('service', {}, { DATABASE_POOL_MAX: '100' });
    const most = Number(/of (\d+) in use/.exec(connections?.message ?? '')?.[1]);
    expect(connections?.state).toBe(most * 0.85 < 100 ? 'failed' : 'ok');
  });

  it('tells a wrong database from a refused user', async () => {
    const url = new URL(urlOf('service'));
    url.pathname = '/nowhere';
    expect((await look('service', {}, { DATABASE_URL: url.href })).database).toMatchObject({
      state: 'failed',
      message: 'There is no such database.',
    });
    url.username = 'nobody';
    expect((await look('service', {}, { DATABASE_URL: url.href })).database).toMatchObject({
      state: 'failed',
      message: 'The database refuses this user.',
    });
  });
});
