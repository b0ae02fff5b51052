import { fileURLToPath } from 'node:url';

// Where a bundle has what its code does not hold: beside it, for all its code lies in one folder.

export const WORKER_FILE = fileURLToPath(new URL('./parse-worker.js', import.meta.url));
export const CHARACTER_MAPS = fileURLToPath(new URL('./cmaps/', import.meta.url));
export const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);
