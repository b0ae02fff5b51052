import { fileURLToPath } from 'node:url';

/** The program of a process that parses. A bundle has it elsewhere. */
export const WORKER_FILE = fileURLToPath(new URL('./worker.ts', import.meta.url));
