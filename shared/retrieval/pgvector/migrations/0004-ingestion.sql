-- What ingestion has to know of a document beside its text.
ALTER TABLE kb_document
  -- Primary subtag of BCP 47; chunks are analysed in it.
  ADD COLUMN language text NOT NULL DEFAULT 'en',
  ADD COLUMN chunks int NOT NULL DEFAULT 0,
  -- Models in which every chunk has a vector: what says whether a model's vectors are complete.
  ADD COLUMN embed_models text[] NOT NULL DEFAULT '{}',
  -- Attempts at its newest version that failed, since one succeeded; `error` is about the last of them.
  ADD COLUMN tries int NOT NULL DEFAULT 0,
  -- From the object's change to its text being searchable; kept when the same version is indexed again.
  ADD COLUMN lag_ms bigint,
  -- How often the row was written again: 0 says that there was none before.
  ADD COLUMN rewrites int NOT NULL DEFAULT 0;

-- Where a chunk stands in the parsed text, in UTF-16 code units, and on which pages.
ALTER TABLE kb_chunk
  ADD COLUMN start_offset int NOT NULL DEFAULT 0,
  ADD COLUMN end_offset int NOT NULL DEFAULT 0,
  ADD COLUMN locator text;

-- A vector is saved before the document that it is for, so one that nobody uses yet is not garbage yet.
ALTER TABLE kb_embedding ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();

-- What is true of the rows that are there already. The owner is bound by the policies like everybody, so they step aside.
ALTER TABLE kb_document NO FORCE ROW LEVEL SECURITY;
ALTER TABLE kb_chunk NO FORCE ROW LEVEL SECURITY;
ALTER TABLE kb_embedding NO FORCE ROW LEVEL SECURITY;
UPDATE kb_document d SET
  chunks = (SELECT count(*) FROM kb_chunk c WHERE c.tenant = d.tenant AND c.document_id = d.document_id),
  embed_models = ARRAY(
    SELECT DISTINCT m.embed_model FROM kb_embedding m WHERE m.tenant = d.tenant AND NOT EXISTS (
      SELECT FROM kb_chunk c WHERE c.tenant = d.tenant AND c.document_id = d.document_id AND NOT EXISTS (
        SELECT FROM kb_embedding e WHERE e.tenant = d.tenant AND e.embed_model = m.embed_model AND e.content_hash = c.content_hash)))
WHERE state = 'active';
UPDATE kb_document SET tries = 1 WHERE state = 'failed';
ALTER TABLE kb_document FORCE ROW LEVEL SECURITY;
ALTER TABLE kb_chunk FORCE ROW LEVEL SECURITY;
ALTER TABLE kb_embedding FORCE ROW LEVEL SECURITY;

CREATE OR REPLACE VIEW kb_passage AS
  SELECT c.tenant, c.document_id, c.ordinal, c.heading_path, c.body, c.search_text, c.content_hash,
    d.uri, d.title, d.acl, d.metadata, d.source_updated_at, c.locator
  FROM kb_chunk c JOIN kb_document d ON d.tenant = c.tenant AND d.document_id = c.document_id
  WHERE c.tenant = current_setting('groundwire.tenant', true)
    AND d.state = 'active'
    AND d.acl && string_to_array(current_setting('groundwire.groups', true), E'\x1f');

-- The text search configurations that a tenant's documents were analysed with: a query is analysed with each of them.
CREATE TABLE kb_language (
  tenant text NOT NULL,
  -- Not regconfig: columns of that type keep pg_upgrade from running.
  config text NOT NULL,
  PRIMARY KEY (tenant, config)
);
ALTER TABLE kb_language ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON kb_language TO groundwire_reader;
GRANT SELECT, INSERT, DELETE ON kb_language TO groundwire_writer;
CREATE POLICY reader ON kb_language FOR SELECT TO groundwire_reader USING (tenant = current_setting('groundwire.tenant', true));
CREATE POLICY writer ON kb_language TO groundwire_writer
  USING (tenant = current_setting('groundwire.tenant', true))
  WITH CHECK (tenant = current_setting('groundwire.tenant', true));
CREATE POLICY owner ON kb_language TO CURRENT_USER USING (tenant = current_setting('groundwire.tenant', true));
INSERT INTO kb_language (tenant, config) SELECT tenant, 'english' FROM kb_tenant;
ALTER TABLE kb_language FORCE ROW LEVEL SECURITY;

-- The terms of a query in every language of its tenant. The query's own language is the one that has most of its words
-- for stop words: its terms stand there twice, for both lexical indexes count a repeated term each time. Its stop words
-- are left out altogether, for in the other languages they are no stop words, but rare, and would count for much.
-- Every word is one token of Postgres's parser, so that a lexeme's position is its word's.
CREATE FUNCTION kb_query_lexemes(name text, words text) RETURNS text LANGUAGE sql STABLE AS $$
  WITH forms AS MATERIALIZED (
    SELECT l.config, form.word, form.term
    FROM kb_language l CROSS JOIN LATERAL (
      SELECT said.word, coalesce(lexeme.term, '') AS term
      FROM unnest(string_to_array(words, ' ')) WITH ORDINALITY AS said (word, place)
      LEFT JOIN (
        SELECT v.lexeme AS term, position FROM unnest(to_tsvector(l.config::regconfig, words)) AS v, unnest(v.positions) AS position
      ) AS lexeme ON lexeme.position = said.place
    ) AS form
    WHERE l.tenant = name AND form.word <> ''
  ), stops AS (
    SELECT config, count(*) AS stops, rank() OVER (ORDER BY count(*) DESC) AS place FROM forms WHERE term = '' GROUP BY config
  ), language AS (
    SELECT min(config) AS config FROM stops WHERE place = 1 AND stops >= 2 HAVING count(*) = 1
  ), terms AS (
    SELECT term, bool_or(forms.config = language.config) AS own FROM forms LEFT JOIN language ON true
    WHERE term <> '' AND word NOT IN (SELECT said.word FROM forms said JOIN language USING (config) WHERE said.term = '')
    GROUP BY term
  )
  SELECT coalesce(string_agg(CASE WHEN own THEN term || ' ' || term ELSE term END, ' ' ORDER BY term), '') FROM terms
$$;

-- How many documents of a tenant there are, and how many of them lack vectors of a model. Asked for a whole tenant,
-- whatever the caller may see: a part that is missing is missing from the ranking of everybody.
CREATE FUNCTION kb_vector_gaps(name text, model text, OUT documents int, OUT missing int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*)::int, (count(*) FILTER (WHERE NOT model = ANY (embed_models)))::int
  FROM kb_document WHERE tenant = name AND tenant = current_setting('groundwire.tenant', true) AND state = 'active'
$$;
REVOKE ALL ON FUNCTION kb_vector_gaps(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kb_vector_gaps(text, text) TO groundwire_reader, groundwire_writer;

-- As before, and its languages; and only by a transaction that is the tenant's own.
CREATE OR REPLACE FUNCTION kb_drop_tenant(name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  parent text;
BEGIN
  IF name IS DISTINCT FROM current_setting('groundwire.tenant', true) THEN
    RAISE EXCEPTION 'this transaction is of another tenant' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM kb_tenant WHERE tenant = name;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  DELETE FROM kb_language WHERE tenant = name;
  FOR parent IN SELECT kb_tables() LOOP
    EXECUTE format('DROP TABLE %I', parent || '_' || name);
  END LOOP;
END $$;

CREATE FUNCTION kb_drop_vector_index(name text, model text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF name IS DISTINCT FROM current_setting('groundwire.tenant', true) THEN
    RAISE EXCEPTION 'this transaction is of another tenant' USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('DROP INDEX IF EXISTS %I', kb_vector_index_name(name, model));
END $$;
REVOKE ALL ON FUNCTION kb_drop_vector_index(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kb_drop_vector_index(text, text) TO groundwire_writer;
