import { createHash } from 'node:crypto';
import type { Driver } from '../../shared/retrieval/pgvector/store/store.ts';
import { vectorOf } from '../fakes/vectors.ts';
import { randomOf } from '../support/latency.ts';

export const TENANT = 'large';
export const CHUNKS = 20_000;
/** By the value of `slice` in their metadata: how many documents have it. */
export const SLICES = { all: CHUNKS, tenth: CHUNKS / 10, hundredth: CHUNKS / 100, thousandth: CHUNKS / 1_000 } as const;
const BATCH = 2_000;
const WORDS = 500;

const random = randomOf(20_261_130);
/** A sentence of words that are unequally common. */
export const sentence = (): string => Array.from({ length: 8 }, () => `word${Math.trunc(WORDS * random() ** 2)}`).join(' ');

/** Fills a tenant that has its partitions, by SQL: a put for each would take minutes. Documents of one chunk each. */
export async function fillLarge(driver: Driver, model: string, dimensions: number): Promise<void> {
  for (let from = 0; from < CHUNKS; from += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, n) => {
      const i = from + n;
      const body = `zebra ${sentence()}`;
      const slice = Object.entries(SLICES).flatMap(([name, count]) => (i % (CHUNKS / count) === 0 ? [name] : []));
      return {
        id: `d${i}`,
        body,
        hash: createHash('sha256').update(`${i} ${body}`).digest('hex'),
        slice,
        vector: `[${vectorOf(body, dimensions).join(',')}]`,
      };
    });
    await driver.transaction([], async (session) => {
      const given = [JSON.stringify(rows)];
      const source = 'jsonb_to_recordset($1::jsonb) AS row (id text, body text, hash text, slice jsonb, vector text)';
      await session.query(
        `INSERT INTO kb_document (tenant, document_id, uri, generation, metageneration, state, title, media_type, acl, metadata, make,
           source_updated_at, chunks, embed_models)
         SELECT '${TENANT}', id, '', 1, 1, 'active', id, '', '{*}', jsonb_build_object('slice', slice), '', now(), 1, '{${model}}' FROM ${source}`,
        given,
      );
      await session.query(
        `INSERT INTO kb_chunk (tenant, document_id, ordinal, heading_path, body, search_text, content_hash)
         SELECT '${TENANT}', id, 0, '{Page}', body, kb_lexemes('english', body), decode(hash, 'hex') FROM ${source}`,
        given,
      );
      await session.query(
        `INSERT INTO kb_terms (tenant, document_id, ordinal, length, terms)
         SELECT '${TENANT}', id, 0, 9, to_tsvector('simple', kb_lexemes('english', body)) FROM ${source}`,
        given,
      );
      await session.query(
        `INSERT INTO kb_embedding (tenant, embed_model, content_hash, embedding)
         SELECT '${TENANT}', '${model}', decode(hash, 'hex'), vector::halfvec FROM ${source}`,
        given,
      );
    });
  }
}
