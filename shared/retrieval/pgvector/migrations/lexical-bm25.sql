-- The lexical index where pg_textsearch is at hand: BM25 of each tenant's own statistics.
CREATE EXTENSION IF NOT EXISTS pg_textsearch;
CREATE INDEX IF NOT EXISTS kb_chunk_bm25 ON kb_chunk USING bm25 (search_text) WITH (text_config = 'simple');

-- The index of a tenant's own partition. A chunk that is scored by itself has to name it: by the name of the parent it would
-- be scored with the statistics of whichever partition comes first, another tenant's.
CREATE OR REPLACE FUNCTION kb_bm25_index(name text) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT c.relname::text FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'kb_chunk_bm25'::regclass AND x.indrelid = to_regclass(format('%I', 'kb_chunk_' || name))
$$;

-- Scores a text by itself. As the owner, for it reads statistics of an index on a column that readers have no right to.
CREATE OR REPLACE FUNCTION kb_bm25_score(terms text, query bm25query) RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$ SELECT -(terms <@> query) $$;
REVOKE ALL ON FUNCTION kb_bm25_score(text, bm25query) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kb_bm25_score(text, bm25query) TO groundwire_reader;
