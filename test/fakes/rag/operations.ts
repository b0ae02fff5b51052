import { status } from '@grpc/grpc-js';
import type { OperationMethod } from './methods.ts';
import { missing, Refusal } from './refusal.ts';
import type { MessageName, WireOperation } from './wire.ts';

/** How an operation goes. By default it is done when the call that started it answers. */
export interface OperationScript {
  /** It works for so long first. */
  readonly ms?: number;
  /** It is done when it has been asked for so often. */
  readonly polls?: number;
  /** It ends when a test says so: `operations.finish`. */
  readonly never?: boolean;
  /** What it ends with instead of a response. */
  readonly error?: { readonly code: number; readonly message: string };
  /** Whether it did what it was for all the same. Else only an operation that ends without an error has done it. */
  readonly effect?: boolean;
}

export interface OperationScripting {
  /** How the next operations that a method starts go, one each. */
  script(method: OperationMethod, ...scripts: readonly OperationScript[]): void;
  /** How every operation of a method goes that has no script of its own; undefined is as at first. */
  always(method: OperationMethod, script: OperationScript | undefined): void;
  /** Names of those that are not done. */
  pending(method?: OperationMethod): readonly string[];
  /** Ends every operation that is not done, each as its script says. */
  finish(): Promise<void>;
}

export interface Started {
  readonly method: OperationMethod;
  /** The resource that it is about. */
  readonly parent: string;
  readonly response: MessageName | 'google.protobuf.Empty';
  readonly metadata: MessageName;
  /** Fields of its metadata beside the generic ones. */
  readonly details?: object;
}

export interface Operations extends OperationScripting {
  /** Starts an operation whose response is what `work` resolves with. A Refusal of `work` is the operation's error. */
  start(started: Started, work: () => object | Promise<object>): Promise<WireOperation>;
  /** As a client asks for it, which counts as a poll. */
  poll(name: string): Promise<WireOperation>;
  list(): readonly WireOperation[];
  cancel(name: string): void;
  remove(name: string): void;
  close(): void;
}

interface Running {
  readonly started: Started;
  readonly name: string;
  readonly created: Date;
  updated: Date;
  outcome: Pick<WireOperation, 'response'> | Pick<WireOperation, 'error'> | undefined;
  polls: number | undefined;
  timer: NodeJS.Timeout | undefined;
  finish(): Promise<void>;
}

const typeUrl = (name: string) => `type.googleapis.com/${name.includes('.') ? name : `google.cloud.aiplatform.v1beta1.${name}`}`;
export const timestamp = (date: Date) => ({ seconds: Math.floor(date.getTime() / 1_000), nanos: (date.getTime() % 1_000) * 1_000_000 });

export function createOperations(nextId: () => string, usual: OperationScript = {}): Operations {
  const running = new Map<string, Running>();
  const scripts = new Map<string, OperationScript[]>();
  const standing = new Map<string, OperationScript>();

  const find = (name: string): Running => {
    const operation = running.get(name);
    if (!operation) throw missing(`Operation ${name}`);
    return operation;
  };
  const end = (operation: Running, outcome: NonNullable<Running['outcome']>) => {
    clearTimeout(operation.timer);
    operation.outcome ??= outcome;
    operation.updated = new Date();
  };
  return {
    script: (method, ...more) => void scripts.set(method, [...(scripts.get(method) ?? []), ...more]),
    always: (method, script) => void (script ? standing.set(method, script) : standing.delete(method)),
    pending: (method) =>
      [...running.values()].filter(({ outcome, started }) => !outcome && (!method || started.method === method)).map(({ name }) => name),
    async finish() {
      await Promise.all([...running.values()].map((operation) => operation.finish()));
    },
    async start(started, work) {
      const script = scripts.get(started.method)?.shift() ?? standing.get(started.method) ?? usual;
      const name = `${started.parent}/operations/${nextId()}`;
      let ending: Promise<void> | undefined;
      const operation: Running = {
        started,
        name,
        created: new Date(),
        updated: new Date(),
        outcome: undefined,
        polls: script.polls,
        timer: undefined,
        finish: async () => {
          if (operation.outcome) return;
          ending ??= outcomeOf(script, started, work).then((outcome) => end(operation, outcome));
          await ending;
        },
      };
      running.set(name, operation);
      if (script.ms) operation.timer = setTimeout(operation.finish, script.ms);
      else if (!script.polls && !script.never) await operation.finish();
      return wire(operation);
    },
    async poll(name) {
      const operation = find(name);
      if (operation.polls && --operation.polls === 0) await operation.finish();
      return wire(operation);
    },
    list: () => [...running.values()].map(wire),
    cancel: (name) => end(find(name), { error: { code: status.CANCELLED, message: 'The operation was cancelled.' } }),
    remove: (name) => {
      clearTimeout(find(name).timer);
      running.delete(name);
    },
    close: () => {
      for (const { timer } of running.values()) clearTimeout(timer);
    },
  };
}

async function outcomeOf(
  { error, effect = !error }: OperationScript,
  { response }: Started,
  work: () => object | Promise<object>,
): Promise<NonNullable<Running['outcome']>> {
  try {
    const done = effect ? await work() : {};
    return error ? { error } : { response: { '@type': typeUrl(response), ...done } };
  } catch (refusal) {
    if (refusal instanceof Refusal) return { error: { code: refusal.code, message: refusal.message } };
    return { error: { code: status.INTERNAL, message: refusal instanceof Error ? (refusal.stack ?? refusal.message) : String(refusal) } };
  }
}

const wire = ({ name, started, created, updated, outcome }: Running): WireOperation => ({
  name,
  done: outcome !== undefined,
  metadata: {
    '@type': typeUrl(started.metadata),
    genericMetadata: { createTime: timestamp(created), updateTime: timestamp(updated) },
    ...started.details,
  },
  ...outcome,
});
