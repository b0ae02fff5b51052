import { afterAll, beforeAll, vi } from 'vitest';
import { type LocalServer, startServer } from '../../functions/local/server.ts';
import { parseConfig } from '../../shared/config.ts';
import { createLog } from '../../shared/log.ts';
import { DOCUMENTS, INDEX, type ManagedServices, startServices } from './managed.ts';
import { callsTo, SECRET } from './served.ts';

/** The functions as servedFunctions has them, over the managed backend and both fakes, wired as in production. */
export function servedManaged(env: Readonly<Record<string, string>> = {}) {
  let services: ManagedServices;
  let server: LocalServer;
  const lines: string[] = [];
  beforeAll(async () => {
    services = await startServices();
    vi.stubEnv('STORAGE_EMULATOR_HOST', services.storage.url);
    const config = parseConfig({
      PORT: '0',
      RETRIEVAL_BACKEND: 'vertex-rag',
      GROUNDWIRE_BUCKET: `gs://${DOCUMENTS}`,
      RAG_INDEX_BUCKET: `gs://${INDEX}`,
      GOOGLE_CLOUD_PROJECT: 'fake',
      RAG_API_ENDPOINT: services.rag.address,
      RAG_REQUESTS_PER_MINUTE: '100000',
      RAG_CHECK_TTL_MS: '0',
      LOCAL_JWT_SECRET: SECRET,
      ...env,
    });
    server = await startServer(
      config,
      createLog('DEBUG', (line) => lines.push(line)),
    );
  });
  afterAll(async () => {
    await server.close();
    await services.close();
    vi.unstubAllEnvs();
  });

  const calls = callsTo(() => server.url);
  /** Delivers an event that the bucket had: the newest, or that of a place from the end. */
  const deliver = ({ kind, data } = services.storage.events.at(-1) ?? missing()) => calls.event(kind, data);
  return {
    ...calls,
    get url() {
      return server.url;
    },
    get storage() {
      return services.storage;
    },
    get rag() {
      return services.rag;
    },
    lines,
    entries: () => lines.map((line) => JSON.parse(line)),
    deliver,
    /** Writes an object, and has its event delivered. */
    put(name: string, body: string | Uint8Array, metadata: Readonly<Record<string, string>> = {}) {
      services.storage.put(`${DOCUMENTS}/${name}`, body, metadata);
      return deliver();
    },
  };
}

function missing(): never {
  throw new Error('the bucket had no event');
}
