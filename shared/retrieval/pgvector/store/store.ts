import { abortable } from '../../../abort.ts';

/** Statements of one transaction. */
export interface Session {
  /** The rows of one statement, values bound. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Several statements without values. */
  script(sql: string): Promise<void>;
}

/** A database engine: Postgres over the network, or embedded. Nothing above it knows which. */
export interface Driver {
  /** How vectors are stored: `halfvec` is half the size, `vector` is faster where the processor's own float16 can't be used. */
  readonly vectorType: 'halfvec' | 'vector';
  /** Whether the engine takes planner statistics by itself. */
  readonly autovacuum: boolean;
  /**
   * Runs `work` in a transaction that starts with `opening`. Commits what it returns, rolls back what it throws; of one that
   * only reads, the result does not wait for that. Throws Unavailable when the database can't be reached, is too busy or gave
   * up on a conflict.
   */
  transaction<T>(opening: readonly Statement[], work: (session: Session) => Promise<T>, reads?: 'reads'): Promise<T>;
  close(): Promise<void>;
}

export interface Statement {
  readonly sql: string;
  readonly values?: readonly unknown[];
}

/** Whose rows a reader may see. Row-level security repeats what the statements themselves ask for. */
export interface ReadAccess {
  readonly tenant: string;
  /** The caller's groups and `*`. */
  readonly groups: readonly string[];
}

export interface Store {
  readonly vectorType: Driver['vectorType'];
  readonly autovacuum: boolean;
  /** As the role that may only read, one tenant and what its groups may see. `settings` hold for this transaction. */
  reading<T>(access: ReadAccess, signal: AbortSignal, work: (session: Session) => Promise<T>, settings?: Settings): Promise<T>;
  /** As the role that may write the rows of one tenant. */
  writing<T>(tenant: string, signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T>;
  /** As the user who is logged in, without a role: for what the catalogue tells everybody. */
  asLogin<T>(signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type Settings = Readonly<Record<string, string>>;

/** Joins groups in a setting: a character that no group name holds, for names with commas are legal. */
const GROUP_SEPARATOR = '\u001f';

/** A store whose every transaction has a role, a tenant and a time limit. */
export function createStore(driver: Driver, limitsMs: { readonly read: number; readonly write: number }): Store {
  const within = async <T>(
    signal: AbortSignal,
    opening: readonly Statement[],
    work: (session: Session) => Promise<T>,
    reads?: 'reads',
  ): Promise<T> => {
    signal.throwIfAborted();
    return abortable(
      driver.transaction(opening, (session) => work(stoppable(session, signal)), reads),
      signal,
    );
  };
  return {
    vectorType: driver.vectorType,
    autovacuum: driver.autovacuum,
    reading: ({ tenant, groups }, signal, work, settings = {}) =>
      within(
        signal,
        [
          setConfig({
            role: 'groundwire_reader',
            // Compiling a plan takes up to a second, and no search takes so long that it would pay.
            jit: 'off',
            // Statements are prepared, but planned for their values each time: a plan for any tenant and any filter fits none.
            plan_cache_mode: 'force_custom_plan',
            ...settings,
            statement_timeout: String(limitsMs.read),
            'groundwire.tenant': tenant,
            'groundwire.groups': groups.join(GROUP_SEPARATOR),
          }),
        ],
        work,
        'reads',
      ),
    writing: (tenant, signal, work) =>
      within(
        signal,
        [setConfig({ role: 'groundwire_writer', statement_timeout: String(limitsMs.write), 'groundwire.tenant': tenant })],
        work,
      ),
    asLogin: (signal, work) => within(signal, [setConfig({ statement_timeout: String(limitsMs.read) })], work, 'reads'),
    close: () => driver.close(),
  };
}

function setConfig(settings: Settings): Statement {
  const names = Object.keys(settings);
  return {
    sql: `SELECT ${names.map((_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, true)`).join(', ')}`,
    values: names.flatMap((name) => [name, settings[name]]),
  };
}

const stoppable = (session: Session, signal: AbortSignal): Session => ({
  query: async (sql, values) => {
    signal.throwIfAborted();
    return session.query(sql, values);
  },
  script: async (sql) => {
    signal.throwIfAborted();
    return session.script(sql);
  },
});
