import { NotFound } from '../errors.ts';

/** What came of a check. */
export type Outcome =
  /** `fix` is what would be better. */
  | { readonly state: 'ok'; readonly message: string; readonly fix?: string | undefined }
  | { readonly state: 'failed'; readonly message: string; readonly fix: string }
  /** It does not apply here, or could not be made: `message` says why. */
  | { readonly state: 'skipped'; readonly message: string };

/** One thing that a deployment needs. */
export interface Check {
  readonly name: string;
  /** Checks that have to end first. When one of them fails, this one is not made. */
  readonly after?: readonly string[];
  /** What to look at when it does not end in time. */
  readonly late?: string;
  /** What it throws is a failure: see failureOf. */
  run(signal: AbortSignal): Promise<Outcome>;
}

/** What is checked for: searching alone, ingesting alone, or both. */
export type Duty = 'search' | 'ingest' | 'all';

/** What checks of a backend may know beside its configuration. */
export interface CheckContext {
  readonly duty: Duty;
  /** One tenant only. */
  readonly tenant: string | undefined;
  /** Who is calling Google, as IAM writes it: `serviceAccount:ingest@p.iam.gserviceaccount.com`. */
  readonly member: () => string;
}

/** Checks that share what they have opened. */
export interface Checks {
  readonly checks: readonly Check[];
  close(): Promise<void>;
}

export const ok = (message: string, fix?: string): Outcome => ({ state: 'ok', message, fix });
export const failed = (message: string, fix: string): Outcome => ({ state: 'failed', message, fix });
export const skipped = (message: string): Outcome => ({ state: 'skipped', message });

/** Of what is not there another check says so, and once is enough. */
export const ifThere =
  (needed: string, run: Check['run']): Check['run'] =>
  async (signal) => {
    try {
      return await run(signal);
    } catch (error) {
      if (error instanceof NotFound) return skipped(`needs ${needed}`);
      throw error;
    }
  };
