-- What the writer may do to the schema, and only in these shapes: a tenant's partitions, and its vector index.

-- The partitioned tables of a tenant's rows. The lexical arm without pg_textsearch has one more (lexical-tsvector.sql).
CREATE FUNCTION kb_tables() RETURNS SETOF text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT c.relname::text FROM pg_class c
  WHERE c.relkind = 'p' AND c.relnamespace = 'public'::regnamespace
    AND c.relname IN ('kb_document', 'kb_identifier', 'kb_chunk', 'kb_embedding', 'kb_terms')
$$;

-- Makes room for a tenant; returns whether it was new. Partitions are made apart and then attached, for creating them
-- in place would lock every other tenant's searches out.
CREATE FUNCTION kb_add_tenant(name text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  parent text;
  part text;
BEGIN
  IF name !~ '^[a-z0-9][a-z0-9-]{0,39}$' THEN
    RAISE EXCEPTION 'not a tenant name' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO kb_tenant (tenant) VALUES (name) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  FOR parent IN SELECT kb_tables() LOOP
    part := parent || '_' || name;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)', part, parent);
    IF parent = 'kb_terms' THEN
      EXECUTE format('ALTER TABLE %I SET (toast_tuple_target = 8160)', part);
    END IF;
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%L)', parent, part, name);
  END LOOP;
  RETURN true;
END $$;

CREATE FUNCTION kb_drop_tenant(name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  parent text;
BEGIN
  DELETE FROM kb_tenant WHERE tenant = name;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  FOR parent IN SELECT kb_tables() LOOP
    EXECUTE format('DROP TABLE %I', parent || '_' || name);
  END LOOP;
END $$;

-- The name of a tenant's HNSW index for a model. Names are cut at 63 bytes, so the model goes in as a hash.
CREATE FUNCTION kb_vector_index_name(name text, model text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'kb_hnsw_' || left(md5(model), 8) || '_' || name
$$;

-- Builds it if it is not there; returns whether it did. Searches go on meanwhile, the tenant's writes wait.
CREATE FUNCTION kb_build_vector_index(name text, model text, dimensions int) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  index_name text := kb_vector_index_name(name, model);
BEGIN
  IF NOT EXISTS (SELECT FROM kb_tenant WHERE tenant = name) OR to_regclass(format('%I', index_name)) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format(
    'CREATE INDEX %I ON %I USING hnsw ((embedding::{{vector_type}}(%s)) {{vector_type}}_cosine_ops) WHERE embed_model = %L',
    index_name, 'kb_embedding_' || name, dimensions, model
  );
  RETURN true;
END $$;

-- Brings the planner's statistics of a tenant up to date: after a bulk load, and where no autovacuum does.
CREATE FUNCTION kb_analyze_tenant(name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  parent text;
BEGIN
  IF EXISTS (SELECT FROM kb_tenant WHERE tenant = name) THEN
    FOR parent IN SELECT kb_tables() LOOP
      EXECUTE format('ANALYZE %I', parent || '_' || name);
    END LOOP;
  END IF;
END $$;

REVOKE ALL ON FUNCTION kb_add_tenant(text), kb_drop_tenant(text), kb_build_vector_index(text, text, int), kb_analyze_tenant(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kb_add_tenant(text), kb_drop_tenant(text), kb_build_vector_index(text, text, int), kb_analyze_tenant(text) TO groundwire_writer;

-- Stems words and leaves stop words out, by a Postgres text search configuration; each occurrence counts. Index and
-- query go through it alike, and what it returns is indexed as it is ('simple').
CREATE FUNCTION kb_lexemes(config regconfig, words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(lexeme, ' ' ORDER BY position), '')
  FROM unnest(to_tsvector(config, words)) AS t (lexeme, positions, weights), unnest(positions) AS position
$$;
