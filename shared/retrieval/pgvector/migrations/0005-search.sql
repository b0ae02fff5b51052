-- What searching has to know beside the text: when a document is in force, and whether anything has changed.

-- The days on which a document is in force, both included, as whole dates: a year or a month means all of it. Text that
-- does not begin with a date bounds nothing.
CREATE FUNCTION kb_date(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT substring(value FROM '^[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?(?![0-9])')
$$;
ALTER TABLE kb_document
  ADD COLUMN effective_from text COLLATE "C" GENERATED ALWAYS AS (left(kb_date(metadata ->> 'effective_from') || '-01-01', 10)) STORED,
  ADD COLUMN effective_until text COLLATE "C" GENERATED ALWAYS AS (
    left(kb_date(metadata ->> 'effective_until') || CASE length(kb_date(metadata ->> 'effective_until')) WHEN 4 THEN '-12-31' ELSE '-31' END, 10)
  ) STORED;

-- As before, with these.
CREATE OR REPLACE VIEW kb_passage AS
  SELECT c.tenant, c.document_id, c.ordinal, c.heading_path, c.body, c.search_text, c.content_hash,
    d.uri, d.title, d.acl, d.metadata, d.source_updated_at, c.locator, d.effective_from, d.effective_until
  FROM kb_chunk c JOIN kb_document d ON d.tenant = c.tenant AND d.document_id = c.document_id
  WHERE c.tenant = current_setting('groundwire.tenant', true)
    AND d.state = 'active'
    AND d.acl && string_to_array(current_setting('groundwire.groups', true), E'\x1f');

-- A number as people write it, null for text that is none. \s and \d would take in what can't be cast: an em space, a digit of
-- another script, depending on the locale.
CREATE FUNCTION kb_number(value text) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN value ~ '^[ \t\r\n]*[-+]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})[ \t\r\n]*$' THEN value::float8 END
$$;

-- A number that changes with every change of a tenant's documents, in the same transaction. It is spread over slots, so
-- that writers rarely wait for each other, and counted when the transaction commits. A transaction counts in one slot only,
-- however many documents it changes: two that took several in different orders would wait for each other for ever.
CREATE TABLE kb_version (
  tenant text NOT NULL,
  slot int NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (tenant, slot)
) WITH (fillfactor = 50);
ALTER TABLE kb_version ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON kb_version TO groundwire_reader;
CREATE POLICY reader ON kb_version FOR SELECT TO groundwire_reader USING (tenant = current_setting('groundwire.tenant', true));

CREATE FUNCTION kb_count_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed record := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  -- From the clock, so that a tenant that is dropped and comes back never has a number that it had before.
  INSERT INTO kb_version AS v VALUES (changed.tenant, txid_current() % 64, extract(epoch FROM clock_timestamp()) * 1000000)
    ON CONFLICT (tenant, slot) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE ON kb_document
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION kb_count_change();

-- As before, with the columns that are generated.
CREATE OR REPLACE FUNCTION kb_add_tenant(name text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE)', part, parent);
    IF parent = 'kb_terms' THEN
      EXECUTE format('ALTER TABLE %I SET (toast_tuple_target = 8160)', part);
    END IF;
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%L)', parent, part, name);
  END LOOP;
  RETURN true;
END $$;

-- As before, and the number of its changes.
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
  DELETE FROM kb_version WHERE tenant = name;
  FOR parent IN SELECT kb_tables() LOOP
    EXECUTE format('DROP TABLE %I', parent || '_' || name);
  END LOOP;
END $$;

-- What the choice of a way to search goes by: how much a tenant has, how many of its documents lack vectors of a model, and
-- whether there is an index over them. Asked for a whole tenant, whatever the caller may see.
DROP FUNCTION kb_vector_gaps(text, text);
CREATE FUNCTION kb_vector_state(name text, model text, OUT documents int, OUT chunks int, OUT missing int, OUT indexed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*)::int, coalesce(sum(d.chunks), 0)::int, (count(*) FILTER (WHERE NOT model = ANY (d.embed_models)))::int,
    to_regclass(format('%I', kb_vector_index_name(name, model))) IS NOT NULL
  FROM kb_document d WHERE d.tenant = name AND d.tenant = current_setting('groundwire.tenant', true) AND d.state = 'active'
$$;
REVOKE ALL ON FUNCTION kb_vector_state(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kb_vector_state(text, text) TO groundwire_reader, groundwire_writer;
