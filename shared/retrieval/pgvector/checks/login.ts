import { type Duty, failed, type Outcome, ok } from '../../../preflight/check.ts';
import type { Session, Store } from '../store/store.ts';

/** What the user who is logged in may do beside what the two roles let it. */
interface Login {
  readonly login: string;
  readonly unbound: boolean;
  readonly creates: boolean;
  readonly owns: number;
  readonly reader: boolean;
  readonly writer: boolean;
}

const NEEDS: Readonly<Record<Duty, readonly ('reader' | 'writer')[]>> = {
  search: ['reader'],
  ingest: ['writer'],
  all: ['reader', 'writer'],
};
const VARIABLE = { reader: 'DATABASE_READERS', writer: 'DATABASE_WRITERS' } as const;
const OTHER: Readonly<Record<'reader' | 'writer', string>> = {
  reader: 'A user that only ingests needs no more: npm run doctor -- --for ingest.',
  writer: 'A user that only searches needs no more: npm run doctor -- --for search.',
};

/** Whether the user is in the roles that it works in, and in production nothing more: neither owner nor free of the policies. */
export async function checkLogin(store: Store, production: boolean, duty: Duty, signal: AbortSignal): Promise<Outcome> {
  const login = await store.asLogin(signal, loginOf);
  const missing = NEEDS[duty].filter((role) => !login[role]);
  if (missing.length > 0) {
    const other = missing.length === 1 && duty === 'all' && missing[0] ? `\n${OTHER[missing[0]]}` : '';
    return failed(
      `${login.login} is not in ${missing.map((role) => `groundwire_${role}`).join(' and ')}.`,
      `As the owner: ${missing.map((role) => `${VARIABLE[role]}=${login.login}`).join(' ')} npm run migrate${other}`,
    );
  }
  const more = [
    ...(login.unbound ? ['is bound by no policy (SUPERUSER or BYPASSRLS)'] : []),
    ...(login.owns > 0 ? [`owns ${login.owns} tables and views of the schema`] : []),
    ...(login.creates ? ['may create tables (CREATE on schema public)'] : []),
  ].join(', ');
  if (more === '')
    return ok(`${login.login} is in ${NEEDS[duty].map((role) => `groundwire_${role}`).join(' and ')}, and may change no schema`);
  const fix = `Let the services log in as a user of their own, that owns nothing: CREATE ROLE … LOGIN; then npm run migrate with it in DATABASE_READERS and DATABASE_WRITERS.`;
  return production ? failed(`${login.login} ${more}.`, fix) : ok(`${login.login} ${more}: right for development only`);
}

async function loginOf(session: Session): Promise<Login> {
  const [row] = await session.query<Login>(
    `SELECT session_user AS login, u.rolsuper OR u.rolbypassrls AS unbound, has_schema_privilege(session_user, 'public', 'CREATE') AS creates,
       (SELECT count(*) FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
          AND starts_with(c.relname, 'kb_') AND pg_has_role(session_user, c.relowner, 'MEMBER'))::int AS owns,
       coalesce((SELECT pg_has_role(session_user, oid, 'SET') FROM pg_roles WHERE rolname = 'groundwire_reader'), false) AS reader,
       coalesce((SELECT pg_has_role(session_user, oid, 'SET') FROM pg_roles WHERE rolname = 'groundwire_writer'), false) AS writer
     FROM pg_roles u WHERE u.rolname = session_user`,
  );
  if (!row) throw new TypeError('the database does not know who is logged in');
  return row;
}
