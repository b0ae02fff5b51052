import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import { parseConfig } from '../../shared/config.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { migrateDatabase, openBackend } from '../../shared/retrieval/open.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { documentOf } from '../support/documents.ts';
import { queryOf } from '../support/query.ts';
import { newDatabaseUrl, quiet } from '../support/stores.ts';

const never = new AbortController().signal;

/** As on Cloud SQL: the schema's owner is no superuser, and the services log in as users of their own. */
describe('a database whose owner is no superuser', () => {
  let url: URL;
  let admin: pg.Client;
  let backend: RetrievalBackend;
  const suffix = Math.random().toString(36).slice(2, 8);
  const [owner = '', service = '', reader = '', writer = '', stranger = ''] = ['owner', 'service', 'reader', 'writer', 'stranger'].map(
    (name) => `gw_${name}_${suffix}`,
  );
  const users = [owner, service, reader, writer, stranger];
  const as = (user: string, more: Record<string, string> = {}) => {
    const login = new URL(url);
    login.username = user;
    return parseConfig({ DATABASE_URL: login.href, ...more });
  };
  beforeAll(async () => {
    url = await newDatabaseUrl();
    admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    await admin.query('CREATE EXTENSION vector');
    for (const user of users) await admin.query(`CREATE ROLE ${user} LOGIN ${user === owner ? 'CREATEROLE' : ''}`);
    await admin.query(`ALTER SCHEMA public OWNER TO ${owner}`);
    // The roles belong to the server, not to this database: another test's owner may have made them.
    for (const role of ['groundwire_reader', 'groundwire_writer']) {
      await admin.query(`DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
      await admin.query(`GRANT ${role} TO ${owner} WITH ADMIN OPTION`);
    }
    await migrateDatabase(as(owner, { DATABASE_READERS: `${service},${reader}`, DATABASE_WRITERS: `${service}, ${writer},` }), quiet);
    backend = await openBackend(as(service), quiet, countingEmbedder());
  });
  afterAll(async () => {
    await backend?.close();
    await admin?.query(`REASSIGN OWNED BY ${owner} TO CURRENT_USER`);
    for (const user of users) await admin?.query(`DROP OWNED BY ${user}`).then(() => admin.query(`DROP ROLE ${user}`));
    await admin?.end();
  });

  it('serves a user that was let in: ingestion, search with its access rules, maintenance, and erasure', async () => {
    await backend.put(documentOf('# Open\n\nwombat\n', { documentId: 'open.md' }), never);
    await backend.put(documentOf('# E-4021\n\nwombat\n', { documentId: 'hr.md', acl: ['hr'] }), never);
    const found = async (groups: readonly string[]) => {
      const caller = makeCaller('acme', groups, 'me');
      const candidates = await Promise.all(backend.arms.map((arm) => arm.search(queryOf(caller, 'wombat E-4021'))));
      return candidates.map((each) => each.candidates.map(({ id }) => id).sort());
    };
    expect(await found([])).toEqual([['open.md:0'], ['open.md:0'], []]);
    expect(await found(['hr'])).toEqual([['hr.md:0', 'open.md:0'], ['hr.md:0', 'open.md:0'], ['hr.md:0']]);
    const readOnly = await openBackend(as(reader), quiet, countingEmbedder());
    expect(await Promise.all(readOnly.arms.map((arm) => arm.search(queryOf(makeCaller('acme', [], 'me'), 'wombat'))))).toMatchObject([
      { candidates: [{ id: 'open.md:0' }] },
      { candidates: [{ id: 'open.md:0' }] },
      { candidates: [] },
    ]);
    await expect(readOnly.put(documentOf('# New\n\nnumbat\n', { documentId: 'new.md' }), never)).rejects.toMatchObject({ code: '42501' });
    await readOnly.close();
    expect(await backend.maintain(new AbortController().signal)).toEqual([]);
    expect(await backend.drop('acme')).toEqual({ documents: 2, tombstones: 0, chunks: 2, embeddings: 2 });
  });

  it('lets a user ingest that may not search', async () => {
    const writeOnly = await openBackend(as(writer), quiet, countingEmbedder());
    expect(await writeOnly.put(documentOf('# W\n\nnumbat\n', { documentId: 'w.md' }), never)).toMatchObject({ outcome: 'indexed' });
    await expect(writeOnly.arms[0]?.search(queryOf(makeCaller('acme', [], 'me'), 'numbat'))).rejects.toMatchObject({ code: '42501' });
    await writeOnly.close();
  });

  it('lets nobody else in, and says what to do', async () => {
    await expect(openBackend(as(stranger), quiet, countingEmbedder())).rejects.toThrow(
      `The database user ${stranger} was not let in. Run \`npm run migrate\``,
    );
  });
});
