import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundle } from '../../functions/bundle/bundle.ts';
import { makeToken } from '../../functions/local/token.ts';
import { startFakeGemini } from '../fakes/gemini.ts';
import { type Environment, type Running, run, urlOf } from '../support/bundles.ts';
import { type DeployedDatabase, seed } from '../support/deployed.ts';
import { type Endpoint, endpointOf, startLoad } from './load.ts';

export interface DrainingOptions {
  readonly database: DeployedDatabase;
  readonly restarts: number;
  /** Requests under way when an instance is told to stop. */
  readonly inFlight: number;
  /** DRAIN_TIMEOUT_MS. */
  readonly limitMs: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

const SECRET = 'the secret of this check, long enough';
/** From the limit of draining to the end of the process: Cloud Run kills 10 s after SIGTERM, and the limit is 8. */
const MOST_AFTER_LIMIT_MS = 2_000;
/** So long does the model take, per request under way, that they come at 50 a second: they wait, and don't fight for the processor. */
const MODEL_MS_EACH = 20;

interface Instance extends Endpoint {
  readonly running: Running;
}

/**
 * The bundled `search` under load, replaced `restarts` times as Cloud Run does it: the next instance is up, requests go there from
 * one moment to the next, and the old one gets SIGTERM in that moment, with `inFlight` requests under way and a tenth of them on
 * their way. Throws unless each request that was sent is answered with passages, and each instance ends by itself, in time.
 */
export async function checkDraining({ database, restarts, inFlight, limitMs, random, say }: DrainingOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'groundwire-draining-'));
  const gemini = await startFakeGemini();
  const started: Running[] = [];
  const env: Environment = {
    PORT: '0',
    DRAIN_TIMEOUT_MS: String(limitMs),
    EMBEDDER: 'gemini',
    EMBED_CONCURRENCY: '256',
    EMBED_QUERY_TIMEOUT_MS: '20000',
    SEARCH_TIMEOUT_MS: '30000',
    GEMINI_API_KEY: 'fake',
    GOOGLE_GEMINI_BASE_URL: gemini.url,
    LOCAL_JWT_SECRET: SECRET,
    LOG_LEVEL: 'INFO',
    ...database.env,
  };
  const start = async (): Promise<Instance> => {
    const running = run([join(folder, 'index.js')], env);
    started.push(running);
    const url = await urlOf(running);
    // Where there is but one session, the next instance has it when the one before has closed it.
    while (database.isShared && (await fetch(`${url}/readyz`)).status !== 200) await sleep(10);
    return { ...endpointOf(url), running };
  };
  try {
    await bundle('search', folder);
    await seed(env, 'The pump needs oil.');
    const modelMs = inFlight * MODEL_MS_EACH;
    gemini.delay(modelMs);
    let current = await start();
    const burst = Math.ceil(inFlight / 10);
    const load = startLoad(current, inFlight - burst, await makeToken(SECRET, 'acme'));
    for (let i = 1; i <= restarts; i++) {
      const before = load.answered();
      while (load.answered() === before || load.underWay(current) < inFlight - burst) await sleep(5);
      const next = await start();
      await sleep(random() * modelMs);
      load.burst(burst);
      const underWay = load.underWay(current);
      load.turnTo(next);
      const told = performance.now();
      current.running.child.kill('SIGTERM');
      const status = await current.running.ended;
      const ms = performance.now() - told;
      current.kept.destroy();
      say(
        `${database.name}: restart ${i}: ${underWay} under way, ended with ${status} after ${Math.round(ms)} ms, ${load.lost.length} lost`,
      );
      if (underWay < inFlight) throw new Error(`only ${underWay} requests were under way`);
      if (status !== 0 || ms > limitMs + MOST_AFTER_LIMIT_MS || load.underWay(current) > 0)
        throw new Error(`it did not end well: ${current.running.output().slice(-2_000)}`);
      current = next;
    }
    await load.stop();
    if (load.lost.length > 0) throw new Error(`${load.lost.length} requests were lost: ${[...new Set(load.lost)].slice(0, 5).join('\n')}`);
    say(`${database.name}: ${load.answered()} requests answered, none lost, over ${restarts} restarts with ${inFlight} under way`);
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
    await gemini.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
