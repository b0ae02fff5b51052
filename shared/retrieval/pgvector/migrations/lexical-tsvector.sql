-- The lexical index where pg_textsearch is missing: what BM25 needs of each chunk, in a narrow table whose rows stay
-- out of TOAST (reading them back was most of the cost).
CREATE TABLE IF NOT EXISTS kb_terms (
  tenant text NOT NULL,
  document_id text NOT NULL,
  ordinal int NOT NULL,
  -- Terms of the chunk, repeats included.
  length int NOT NULL,
  terms tsvector NOT NULL,
  PRIMARY KEY (tenant, document_id, ordinal)
) PARTITION BY LIST (tenant);
ALTER TABLE kb_terms ALTER COLUMN terms SET STORAGE MAIN;
-- Without a list of pending entries: every search went through it from end to end, up to 4 MB, and the planner, who counts
-- that, read the whole tenant instead. 20 ms instead of 2 for 20,000 chunks; a chunk costs 0.3 ms more to write.
CREATE INDEX IF NOT EXISTS kb_terms_terms ON kb_terms USING gin (terms) WITH (fastupdate = off);
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN
    SELECT i.inhrelid FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'kb_terms_terms'::regclass AND c.reloptions @> '{fastupdate=off}' IS NOT TRUE
  LOOP
    EXECUTE format('ALTER INDEX %s SET (fastupdate = off)', part);
    PERFORM gin_clean_pending_list(part);
  END LOOP;
END $$;

-- Under a policy an index can't be used for @@, which Postgres does not hold for leakproof. So readers come to the terms
-- through a view alone, which reads as its owner, whom the policies do not bind here.
ALTER TABLE kb_terms ENABLE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON kb_terms TO groundwire_writer;
DROP POLICY IF EXISTS writer ON kb_terms;
CREATE POLICY writer ON kb_terms TO groundwire_writer
  USING (tenant = current_setting('groundwire.tenant', true))
  WITH CHECK (tenant = current_setting('groundwire.tenant', true));

-- Document frequencies are the tenant's, as in any index; which passages are shown is decided by kb_passage.
CREATE OR REPLACE VIEW kb_tenant_terms AS
  SELECT tenant, document_id, ordinal, length, terms FROM kb_terms WHERE tenant = current_setting('groundwire.tenant', true);
GRANT SELECT ON kb_tenant_terms TO groundwire_reader;

-- How many of a tenant's chunks its common terms stood in at its last maintenance. Counting one of them takes a search tens of
-- milliseconds, and a share of many chunks changes slowly.
CREATE TABLE IF NOT EXISTS kb_common_terms (
  tenant text PRIMARY KEY REFERENCES kb_tenant ON DELETE CASCADE,
  chunks int NOT NULL,
  terms text[] NOT NULL,
  counts int[] NOT NULL
);
ALTER TABLE kb_common_terms ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON kb_common_terms TO groundwire_reader;
DROP POLICY IF EXISTS reader ON kb_common_terms;
CREATE POLICY reader ON kb_common_terms FOR SELECT TO groundwire_reader USING (tenant = current_setting('groundwire.tenant', true));

-- Counts those that stand in one of 500 chunks or more, of a tenant with at least so many chunks; of a smaller one they are
-- counted by each search.
CREATE OR REPLACE FUNCTION kb_count_common_terms(name text, least_chunks int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  total int;
BEGIN
  IF NOT EXISTS (SELECT FROM kb_tenant WHERE tenant = name) THEN
    RETURN;
  END IF;
  EXECUTE format('SELECT count(*) FROM %I', 'kb_terms_' || name) INTO total;
  DELETE FROM kb_common_terms WHERE tenant = name;
  IF total >= least_chunks THEN
    INSERT INTO kb_common_terms
    SELECT name, total, coalesce(array_agg(word), '{}'), coalesce(array_agg(ndoc), '{}')
    FROM ts_stat(format('SELECT terms FROM %I', 'kb_terms_' || name)) WHERE ndoc >= total / 500;
  END IF;
END $$;
REVOKE ALL ON FUNCTION kb_count_common_terms(text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kb_count_common_terms(text, int) TO groundwire_writer;
