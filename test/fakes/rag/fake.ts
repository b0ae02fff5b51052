import { Server, ServerCredentials } from '@grpc/grpc-js';
import { createCalls, type Routed, refuseRouting, type Scripting } from './calls.ts';
import type { Context } from './context.ts';
import { corporaMethods } from './corpora.ts';
import { type Corpus, createEngine, type EngineMode } from './engine.ts';
import { engineMethods } from './engine-config.ts';
import { fileMethods } from './files.ts';
import { type FileScripts, importMethods } from './imports.ts';
import { metadataMethods } from './metadata.ts';
import { createNames } from './names.ts';
import { createOperations, type OperationScripting } from './operations.ts';
import { operationMethods } from './operations-service.ts';
import { type Changes, type FakeRagOptions, settingsOf } from './options.ts';
import { ragServices } from './protocol.ts';
import { createQuota } from './quota.ts';
import { type Injected, retrievalMethods } from './retrieve.ts';
import { schemaMethods } from './schemas.ts';
import type { WireContext } from './wire.ts';

export interface FakeRag extends Scripting {
  /** HOST:PORT. */
  readonly address: string;
  readonly port: number;
  /** projects/P/locations/L, as a client names it. */
  readonly parent: string;
  readonly operations: OperationScripting;
  /** The corpora of the engine's mode. */
  corpora(): readonly Corpus[];
  /** A corpus by its id or its name. */
  corpus(name: string): Corpus | undefined;
  /** Deletes a corpus and its files behind the client's back. */
  deleteCorpus(name: string): void;
  setMode(mode: EngineMode): void;
  /** Changes how it behaves from now on. */
  configure(changes: Changes): void;
  /** Contexts that every retrieval returns in front of those it found; none at first, and none again by `inject()`. */
  inject(...contexts: readonly WireContext[]): void;
  /** The same, by what was asked for. */
  injectBy(contexts: Injected): void;
  /** Why files can not be imported, from now on. */
  failFiles(reason: FileScripts['fails']): void;
  /** Which files, of those imported from now on, retrieval never finds although they are ACTIVE. */
  hideFiles(hidden: FileScripts['neverVisible']): void;
  close(): Promise<void>;
}

/** RAG Engine (v1beta1) over gRPC, from the protocol that its package ships, with the limits that are documented. */
export async function startFakeRag(options: FakeRagOptions): Promise<FakeRag> {
  const settings = settingsOf(options);
  const calls = createCalls();
  const engine = createEngine(settings.mode);
  const operations = createOperations(engine.nextId, settings.operation);
  const scripts: FileScripts = { fails: () => undefined, neverVisible: () => false };
  let injected: Injected = () => [];
  const limit = (most: number | undefined) => ({ most, windowMs: settings.quotaWindowMs, now: settings.now });
  const dataQuota = createQuota('data management requests', () => limit(settings.dataQuota));
  const retrievalQuota = createQuota('retrieval requests', () => limit(settings.retrievalQuota));
  const checked = (take: () => void) => (request: Routed, routing: string) => {
    take();
    refuseRouting(request, routing);
  };

  const context: Context = {
    settings,
    engine,
    operations,
    names: createNames(settings),
    data: (answer) => calls.unary(checked(dataQuota), answer),
    retrieval: (answer) => calls.unary(checked(retrievalQuota), answer),
    // The client polls an operation with the header of the call that started it.
    free: (answer) => calls.unary(() => undefined, answer),
  };
  const server = new Server({ 'grpc.max_receive_message_length': -1 });
  const services = ragServices();
  server.addService(
    services.retrieval,
    retrievalMethods(context, (request) => injected(request)),
  );
  server.addService(services.data, {
    ...engineMethods(context),
    ...corporaMethods(context),
    ...fileMethods(context),
    ...importMethods(context, scripts),
    ...schemaMethods(context),
    ...metadataMethods(context),
  });
  server.addService(services.operations, operationMethods(context));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${settings.port}`, ServerCredentials.createInsecure(), (error, free) =>
      error ? reject(error) : resolve(free),
    );
  });
  const idOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);
  return {
    ...calls,
    address: `127.0.0.1:${port}`,
    port,
    parent: `projects/${settings.project}/locations/${settings.location}`,
    operations,
    corpora: () => [...engine.corpora().values()],
    corpus: (name) => engine.corpora().get(idOf(name)),
    deleteCorpus: (name) => void engine.corpora().delete(idOf(name)),
    setMode: engine.setMode,
    configure: (changes) => void Object.assign(settings, changes),
    inject: (...contexts) => {
      injected = () => contexts;
    },
    injectBy: (contexts) => {
      injected = contexts;
    },
    failFiles: (reason) => {
      scripts.fails = reason;
    },
    hideFiles: (hidden) => {
      scripts.neverVisible = hidden;
    },
    close: async () => {
      operations.close();
      server.forceShutdown();
    },
  };
}
