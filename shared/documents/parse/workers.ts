import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { InvalidInput } from '../../errors.ts';
import type { Outcome, Task } from './worker.ts';
import { WORKER_FILE } from './worker-file.ts';

export interface WorkerLimits {
  readonly workers: number;
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

export interface Workers {
  /** Throws InvalidInput PARSE_TIMEOUT or TOO_COMPLEX when the task goes past its limits; only its own worker ends by that. */
  run(task: Task, signal: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

const IDLE_MS = 30_000;
const WATCH_MS = 100;
/** What a process holds before it parses anything, with its libraries. */
const BASE_MB = 150;
const PAGE_BYTES = 4_096;

interface Slot {
  child?: ChildProcess | undefined;
  idle?: NodeJS.Timeout | undefined;
}

/**
 * Processes for parsing. They start with the first task, end when idle, and do not keep their parent alive. Not threads:
 * a thread that runs out of its heap took the whole process down with it in spite of resourceLimits.
 */
export function createWorkers(limits: WorkerLimits): Workers {
  const slots: Slot[] = [];
  const free: Slot[] = [];
  const waiting: ((slot: Slot) => void)[] = [];
  const take = async (): Promise<Slot> => {
    const slot = free.pop();
    if (slot) return slot;
    if (slots.length >= limits.workers) return new Promise((resolve) => waiting.push(resolve));
    const added: Slot = {};
    slots.push(added);
    return added;
  };
  const give = (slot: Slot): void => {
    const next = waiting.shift();
    if (next) next(slot);
    else free.push(slot);
  };

  return {
    async run(task, signal) {
      const slot = await take();
      try {
        signal.throwIfAborted();
        return await runOn(slot, task, signal, limits);
      } finally {
        give(slot);
      }
    },
    async close() {
      for (const slot of slots) stop(slot);
    },
  };
}

async function runOn(slot: Slot, task: Task, signal: AbortSignal, { timeoutMs, memoryMb }: WorkerLimits): Promise<Outcome> {
  clearTimeout(slot.idle);
  slot.child ??= start(memoryMb);
  const { child } = slot;
  hold(child, true);
  // The clock starts here: waiting for a worker is not the document's fault.
  const limit = AbortSignal.timeout(timeoutMs);
  const overflow = new AbortController();
  const watch = setInterval(() => void watchMemory(child, memoryMb, overflow), WATCH_MS);
  const settled = new AbortController();
  try {
    const ended = AbortSignal.any([signal, limit, overflow.signal, settled.signal]);
    const exit = once(child, 'exit', { signal: ended }).then(() => overflow.abort());
    const answer = once(child, 'message', { signal: ended });
    child.send(task);
    await Promise.race([answer, exit]);
    if (overflow.signal.aborted) throw tooLarge(memoryMb);
    const [outcome]: Outcome[] = await answer;
    if (!outcome) throw new TypeError('a worker answered nothing');
    hold(child, false);
    slot.idle = setTimeout(() => stop(slot), IDLE_MS).unref();
    return outcome;
  } catch (error) {
    stop(slot);
    signal.throwIfAborted();
    if (overflow.signal.aborted) throw tooLarge(memoryMb);
    if (limit.aborted) {
      throw new InvalidInput('PARSE_TIMEOUT', `Reading the file takes longer than PARSE_TIMEOUT_MS=${timeoutMs}.`, { cause: error });
    }
    throw error;
  } finally {
    clearInterval(watch);
    settled.abort();
  }
}

const tooLarge = (memoryMb: number): InvalidInput =>
  new InvalidInput('TOO_COMPLEX', `Reading the file takes more memory than PARSE_MEMORY_MB=${memoryMb}.`);

const start = (memoryMb: number): ChildProcess =>
  fork(WORKER_FILE, [], {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    // A worker that dies of its heap writes a page about it.
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });

function stop(slot: Slot): void {
  clearTimeout(slot.idle);
  slot.child?.kill('SIGKILL');
  slot.child = undefined;
}

/** Whether the parent waits for the child before it ends. */
function hold(child: ChildProcess, wanted: boolean): void {
  const change = wanted ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

/** Buffers are no part of the heap that Node bounds, and unpacking makes buffers. Only Linux tells what a process holds. */
async function watchMemory({ pid }: ChildProcess, memoryMb: number, overflow: AbortController): Promise<void> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  const resident = (Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES) / 1_000_000;
  if (resident > BASE_MB + 1.5 * memoryMb) overflow.abort();
}
