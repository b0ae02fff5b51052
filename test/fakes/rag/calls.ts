import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Method } from './methods.ts';
import { invalid, Refusal } from './refusal.ts';

/**
 * What a call gets instead of an answer: a gRPC status, or nothing for as long as it waits. With `effect` it did what it
 * was for all the same, and only its answer was lost.
 */
export type Reply = { readonly code: number; readonly details?: string; readonly effect?: boolean } | 'hang';

/** The fields that a routing header is made of. */
export interface Routed {
  readonly parent?: string;
  readonly name?: string;
  readonly ragCorpus?: { readonly name: string } | null;
  readonly ragEngineConfig?: { readonly name: string } | null;
  readonly ragMetadata?: { readonly name: string } | null;
}

export interface Scripting {
  /** As they came over the wire, oldest first, by method: `requests.retrieveContexts`. */
  readonly requests: Readonly<Partial<Record<Method, readonly unknown[]>>>;
  /** How often a method was called, or all together. */
  calls(method?: Method): number;
  /** Calls whose client did not wait for the answer. */
  cancelled(): number;
  /** Answers the next calls of a method as scripted, one each. */
  script(method: Method, ...replies: readonly Reply[]): void;
  /** What every call of a method gets that has no script of its own; undefined answers again. */
  always(method: Method, reply: Reply | undefined): void;
  /** Milliseconds that each answer of a method takes. */
  latency(method: Method, ms: number | (() => number)): void;
}

export interface Calls extends Scripting {
  /** A method of a service, which `answer` implements. It throws a Refusal, or anything else for a bug of the fake. */
  unary<Request extends Routed, Response>(
    check: (request: Request, routing: string) => void,
    answer: (request: Request) => Response | Promise<Response>,
  ): handleUnaryCall<Request, Response>;
}

export function createCalls(): Calls {
  const requests: Record<string, unknown[]> = {};
  const scripts = new Map<string, Reply[]>();
  const standing = new Map<string, Reply>();
  const latencies = new Map<string, () => number>();
  let cancelled = 0;

  return {
    requests,
    calls: (method) => (method ? (requests[method]?.length ?? 0) : Object.values(requests).flat().length),
    cancelled: () => cancelled,
    script: (method, ...replies) => void scripts.set(method, [...(scripts.get(method) ?? []), ...replies]),
    always: (method, reply) => void (reply ? standing.set(method, reply) : standing.delete(method)),
    latency: (method, ms) => void latencies.set(method, typeof ms === 'number' ? () => ms : ms),
    unary: (check, answer) => (call, done) => {
      const method = methodOf(call.getPath());
      requests[method] ??= [];
      requests[method].push(call.request);
      const reply = scripts.get(method)?.shift() ?? standing.get(method);
      let finished = false;
      // Emitted at the end of every call, of one that was answered too.
      call.on('cancelled', () => {
        if (!finished) cancelled++;
        finished = true;
      });
      if (reply === 'hang') return;
      const respond = async () => {
        if (reply && !reply.effect) throw scripted(reply);
        check(call.request, String(call.metadata.get('x-goog-request-params')[0]));
        const response = await answer(call.request);
        if (reply) throw scripted(reply);
        return response;
      };
      const finish = (...outcome: Parameters<typeof done>) => {
        if (finished) return;
        finished = true;
        done(...outcome);
      };
      const answered = () =>
        respond().then(
          (response) => finish(null, response),
          (error) => finish(failureOf(error)),
        );
      const wait = latencies.get(method)?.() ?? 0;
      if (wait > 0) setTimeout(answered, wait);
      else void answered();
    },
  };
}

const scripted = ({ code, details = `scripted ${code}` }: Exclude<Reply, 'hang'>) => new Refusal(code, details);

/** `importRagFiles` of /google.cloud.aiplatform.v1beta1.VertexRagDataService/ImportRagFiles. */
function methodOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Refuses a request whose routing header does not name its resource. */
export function refuseRouting(request: Routed, header: string): void {
  const { parent, name, ragCorpus, ragEngineConfig, ragMetadata } = request;
  const expected =
    parent !== undefined
      ? ['parent', parent]
      : name !== undefined
        ? ['name', name]
        : ragCorpus
          ? ['rag_corpus.name', ragCorpus.name]
          : ragEngineConfig
            ? ['rag_engine_config.name', ragEngineConfig.name]
            : ['rag_metadata.name', ragMetadata?.name ?? ''];
  const [field = '', value = ''] = expected;
  if (header !== `${field}=${encodeURIComponent(value)}`) throw invalid(`The routing header names another resource: ${header}`);
}

/** A bug of the fake is INTERNAL, with where it was. */
const failureOf = (error: unknown) =>
  error instanceof Refusal
    ? { code: error.code, details: error.message }
    : { code: 13, details: error instanceof Error ? (error.stack ?? error.message) : String(error) };
