import type { RagConfig } from '../../config.ts';
import { ConfigError } from '../../config.ts';
import { NotFound, Refused, Unavailable } from '../../errors.ts';
import { type Log, logFailure } from '../../log.ts';
import type { EngineMode, RagClient } from './client.ts';

/** A start must not wait for as long as a quota may be used up. */
const LONGEST_MS = 3_000;

/** What the configuration has wrong of the engine that is there, and what to do about it. */
export interface Contradiction {
  readonly setting: 'RAG_LOCATION' | 'RAG_MODE';
  readonly message: string;
  readonly fix: string;
  /** What does it. */
  readonly command?: string;
}

/**
 * Holds the configuration against the engine that is there. Throws ConfigError where they contradict each other: each mode has
 * corpora of its own, so that in the wrong one nothing would be found and nothing would say why. What can't be known just now
 * is no contradiction.
 */
export async function requireEngine(client: Pick<RagClient, 'mode'>, config: RagConfig, log: Log, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(LONGEST_MS);
  const found = await contradictionOf(client, config, AbortSignal.any([signal, limit])).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof Unavailable || limit.aborted)
      return logFailure(log, "RAG Engine's mode could not be read; going on without", error);
    throw error;
  });
  if (found) throw new ConfigError(inWords(found));
}

export const inWords = ({ setting, message, fix }: Contradiction): string => `${setting}: ${message} ${fix}`;

/** Undefined when the engine is as it is configured. Throws what the client throws. */
export async function contradictionOf(
  client: Pick<RagClient, 'mode'>,
  config: RagConfig,
  signal: AbortSignal,
): Promise<Contradiction | undefined> {
  try {
    return modeContradiction(await client.mode(signal), config);
  } catch (error) {
    if (!(error instanceof NotFound || isWrongRegion(error))) throw error;
    return {
      setting: 'RAG_LOCATION',
      message: `RAG Engine is not there in ${config.location} for ${config.project}.`,
      fix: 'Choose a region that has it.',
    };
  }
}

/** Undefined when the engine is in the mode of the configuration. */
export function modeContradiction(
  found: EngineMode,
  { location, mode, project }: Pick<RagConfig, 'location' | 'mode' | 'project'>,
): Contradiction | undefined {
  if (found === mode) return undefined;
  if (found === 'unprovisioned') {
    return {
      setting: 'RAG_MODE',
      message: `RAG Engine in ${location} is unprovisioned, and holds nothing.`,
      fix: 'Set its tier to basic or scaled first.',
      command: tierCommand(project, location),
    };
  }
  return {
    setting: 'RAG_MODE',
    message: `RAG Engine in ${location} is in the ${found} mode, the configuration says ${mode}. The corpora of one are not seen in the other.`,
    fix: `Set RAG_MODE=${found}, or change the engine's mode and reconcile.`,
  };
}

const tierCommand = (project: string, location: string): string =>
  `curl -X PATCH -H "Authorization: Bearer $(gcloud auth print-access-token)" -H 'Content-Type: application/json' ` +
  `-d '{"ragManagedDbConfig":{"spanner":{"basic":{}}}}' ` +
  `https://${location}-aiplatform.googleapis.com/v1beta1/projects/${project}/locations/${location}/ragEngineConfig`;

/** The endpoint of another region answers that the resource is not one of its own. */
const isWrongRegion = (error: unknown): boolean => error instanceof Refused && /location|region/i.test(error.message);
