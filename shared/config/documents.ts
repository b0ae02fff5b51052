import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { type modelSettings, type PdfModelConfig, pdfModel } from './models.ts';
import { json, pattern, type Settings, whole } from './values.ts';

const field = z.strictObject({
  type: z.enum(['string', 'number', 'date', 'boolean', 'list']),
  path: z.int().min(1).optional(),
  pattern: pattern.optional(),
  in: z.enum(['title', 'path', 'text']).optional(),
});

export const documentSettings = {
  /** About what 540 s of an event function can embed at 20 chunks a second; the managed backend has the same limit. */
  DOCUMENT_MAX_BYTES: whole(10_000_000, 1, 1_000_000_000),
  PARSE_MAX_PAGES: whole(2_000, 1, 100_000),
  /** Office files pack to about a tenth. A bomb packs to a thousandth. */
  PARSE_MAX_EXPANSION: whole(200, 2, 100_000),
  PARSE_MAX_UNPACKED_BYTES: whole(200_000_000, 1, 2_000_000_000),
  PARSE_TIMEOUT_MS: whole(60_000, 1, 540_000),
  PARSE_MEMORY_MB: whole(512, 64, 16_000),
  PARSE_WORKERS: whole(Math.min(availableParallelism(), 4), 1, 64),
  DEFAULT_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2,3}$/, 'must be a language tag such as en')
    .default('en'),
  METADATA_FIELDS: json(z.record(z.string(), field)).prefault('{}'),
};

/** How documents are read. */
export interface ReaderConfig {
  readonly maxBytes: number;
  readonly parse: ParseConfig;
  readonly pdfModel: PdfModelConfig;
}

export interface ParseConfig {
  readonly maxPages: number;
  /** How many times its own size a packed file may unpack to, and the most in bytes. */
  readonly maxExpansion: number;
  readonly maxUnpackedBytes: number;
  readonly timeoutMs: number;
  /** The heap of one worker. Half as much again may be in its buffers. */
  readonly memoryMb: number;
  /** Processes that parse. */
  readonly workers: number;
  /** For documents that neither say their language nor have enough text to tell. */
  readonly defaultLanguage: string;
}

export const reader = (e: Settings<typeof documentSettings & typeof modelSettings>): ReaderConfig => ({
  maxBytes: e.DOCUMENT_MAX_BYTES,
  parse: {
    maxPages: e.PARSE_MAX_PAGES,
    maxExpansion: e.PARSE_MAX_EXPANSION,
    maxUnpackedBytes: e.PARSE_MAX_UNPACKED_BYTES,
    timeoutMs: e.PARSE_TIMEOUT_MS,
    memoryMb: e.PARSE_MEMORY_MB,
    workers: e.PARSE_WORKERS,
    defaultLanguage: e.DEFAULT_LANGUAGE,
  },
  pdfModel: pdfModel(e),
});
