-- Two roles for the running services. Neither owns anything nor can change the schema; each transaction takes one of
-- them on and names its tenant. A transaction that names none sees nothing.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['groundwire_reader', 'groundwire_writer'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of this server has it already
    END;
  END LOOP;
END $$;

ALTER TABLE kb_document ENABLE ROW LEVEL SECURITY;
ALTER TABLE kb_document FORCE ROW LEVEL SECURITY;
ALTER TABLE kb_chunk ENABLE ROW LEVEL SECURITY;
ALTER TABLE kb_chunk FORCE ROW LEVEL SECURITY;
ALTER TABLE kb_embedding ENABLE ROW LEVEL SECURITY;
ALTER TABLE kb_embedding FORCE ROW LEVEL SECURITY;
ALTER TABLE kb_identifier ENABLE ROW LEVEL SECURITY;
ALTER TABLE kb_identifier FORCE ROW LEVEL SECURITY;

-- What readers see of chunks, and all that they see: those whose document is active, of their tenant and for one of
-- their groups. A policy on kb_chunk that looks the document up would say the same, but its subquery knows the tenant
-- only when it runs, and is planned over the partitions of every tenant. Here the statement's own tenant prunes both.
CREATE VIEW kb_passage AS
  SELECT c.tenant, c.document_id, c.ordinal, c.heading_path, c.body, c.search_text, c.content_hash,
    d.uri, d.title, d.acl, d.metadata, d.source_updated_at
  FROM kb_chunk c JOIN kb_document d ON d.tenant = c.tenant AND d.document_id = c.document_id
  WHERE c.tenant = current_setting('groundwire.tenant', true)
    AND d.state = 'active'
    AND d.acl && string_to_array(current_setting('groundwire.groups', true), E'\x1f');

GRANT USAGE ON SCHEMA public TO groundwire_reader, groundwire_writer;
GRANT SELECT ON kb_passage, kb_document, kb_identifier, kb_embedding TO groundwire_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON kb_document, kb_identifier, kb_chunk, kb_embedding TO groundwire_writer;
GRANT SELECT ON kb_tenant TO groundwire_writer;

CREATE POLICY reader ON kb_document FOR SELECT TO groundwire_reader USING (
  tenant = current_setting('groundwire.tenant', true)
  AND acl && string_to_array(current_setting('groundwire.groups', true), E'\x1f')
);
-- Identifiers and vectors only lead to passages, which are guarded.
CREATE POLICY reader ON kb_identifier FOR SELECT TO groundwire_reader USING (
  tenant = current_setting('groundwire.tenant', true)
);
CREATE POLICY reader ON kb_embedding FOR SELECT TO groundwire_reader USING (
  tenant = current_setting('groundwire.tenant', true)
);
-- The view reads as its owner, whom row-level security binds as well.
CREATE POLICY owner ON kb_document FOR SELECT TO CURRENT_USER USING (tenant = current_setting('groundwire.tenant', true));
CREATE POLICY owner ON kb_chunk FOR SELECT TO CURRENT_USER USING (tenant = current_setting('groundwire.tenant', true));

CREATE POLICY writer ON kb_document TO groundwire_writer
  USING (tenant = current_setting('groundwire.tenant', true))
  WITH CHECK (tenant = current_setting('groundwire.tenant', true));
CREATE POLICY writer ON kb_identifier TO groundwire_writer
  USING (tenant = current_setting('groundwire.tenant', true))
  WITH CHECK (tenant = current_setting('groundwire.tenant', true));
CREATE POLICY writer ON kb_chunk TO groundwire_writer
  USING (tenant = current_setting('groundwire.tenant', true))
  WITH CHECK (tenant = current_setting('groundwire.tenant', true));
CREATE POLICY writer ON kb_embedding TO groundwire_writer
  USING (tenant = current_setting('groundwire.tenant', true))
  WITH CHECK (tenant = current_setting('groundwire.tenant', true));
