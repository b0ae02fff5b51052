import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagedServices, startServices } from '../support/managed.ts';
import { checkManagedAccess } from './managed.ts';

/** One history in some ten is of too few searches to go every way. */
const MOST_HISTORIES = 6;
const TIMEOUT_MS = 360_000;

describe('searches of RAG Engine, which returns what is foreign, deleted, replaced and restricted', () => {
  let services: ManagedServices;
  beforeAll(async () => {
    services = await startServices();
  });
  afterAll(() => services.close());

  it('find nothing outside their scope and miss nothing within it', { timeout: TIMEOUT_MS }, async () => {
    expect(await waysUntil(['service', 'service, deep'], {})).toEqual(expect.arrayContaining(['service', 'service, deep']));
  });

  it('do so as well where the service filters first', { timeout: TIMEOUT_MS }, async () => {
    expect(await waysUntil(['filtered by the service'], { RAG_METADATA_FIELDS: 'acl, tier, tags' })).toContain('filtered by the service');
  });

  it('do so as well where the service has little else, until it is asked for the files of the scope', { timeout: TIMEOUT_MS }, async () => {
    expect(await waysUntil(['allow list of N files'], {}, 95)).toContain('allow list of N files');
  });

  /** The ways that searches went in one random history, and in more of them until each of `wanted` is among them. */
  async function waysUntil(
    wanted: readonly string[],
    env: Readonly<Record<string, string>>,
    mostWrong?: number,
  ): Promise<readonly string[]> {
    const gone = new Set<string>();
    for (let i = 0; i < MOST_HISTORIES && (i === 0 || !wanted.every((way) => gone.has(way))); i++) {
      for (const way of (await checkManagedAccess({ services, env, mostWrong, cases: 25 })).keys()) gone.add(way);
    }
    return [...gone];
  }
});
