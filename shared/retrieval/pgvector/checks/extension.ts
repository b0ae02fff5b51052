import { failed, type Outcome, ok } from '../../../preflight/check.ts';
import type { Store } from '../store/store.ts';

const UPDATE =
  'ALTER EXTENSION vector UPDATE; as its owner. If the server itself has no newer one: on Cloud SQL, apply maintenance (R20251004 or later).';

/** Whether pgvector is there, and new enough that a filtered search through its index can go on until it has enough. */
export async function checkExtension(store: Store, signal: AbortSignal): Promise<Outcome> {
  const [row] = await store.asLogin(signal, (session) =>
    session.query<{ installed: string | null; available: string | null }>(
      `SELECT (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS installed,
         (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS available`,
    ),
  );
  if (!row?.available && !row?.installed) {
    return failed(
      'This server has no pgvector.',
      'Use a server with pgvector 0.8 or newer: Cloud SQL for PostgreSQL 17, or the package postgresql-17-pgvector.',
    );
  }
  if (!row.installed)
    return failed('pgvector is not installed in this database.', 'npm run migrate, as the owner of the schema, installs it.');
  const [major = 0, minor = 0] = row.installed.split('.').map(Number);
  if (major === 0 && minor < 8) return failed(`pgvector ${row.installed} is too old; 0.8 or newer is needed.`, UPDATE);
  return ok(row.installed);
}
