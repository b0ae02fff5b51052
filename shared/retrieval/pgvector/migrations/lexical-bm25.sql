-- The lexical index where pg_textsearch is at hand: BM25 of each tenant's own statistics.
CREATE EXTENSION IF NOT EXISTS pg_textsearch;
CREATE INDEX IF NOT EXISTS kb_chunk_bm25 ON kb_chunk USING bm25 (search_text) WITH (text_config = 'simple');
