-- Documents, their chunks, and the vectors of what the chunks say. Every table is partitioned by tenant: its rows, its
-- indexes and its index statistics are its own, and erasing it is dropping its partitions.
CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE kb_tenant (
  tenant text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Facts about a document live here and nowhere else: a change of access rewrites one row and no index.
CREATE TABLE kb_document (
  tenant text NOT NULL,
  document_id text NOT NULL,
  uri text NOT NULL,
  generation bigint NOT NULL,
  metageneration bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'failed', 'deleted')),
  title text NOT NULL,
  media_type text NOT NULL,
  -- Groups that may read it; '*' is every group of the tenant, an empty list nobody.
  acl text[] NOT NULL,
  -- What the document says of itself, apart from what its object says, so that either can change alone.
  own_metadata jsonb NOT NULL DEFAULT '{}',
  metadata jsonb NOT NULL DEFAULT '{}',
  -- Parser, chunker, sizes and embedding model that the chunks were made with.
  make text NOT NULL,
  error jsonb,
  source_updated_at timestamptz NOT NULL,
  indexed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, document_id)
) PARTITION BY LIST (tenant);

-- Canonical identifiers that a document is about: of its title, path and keywords. Rows and not an array of the document,
-- for equality can use an index under row-level security, and the containment of arrays can not.
CREATE TABLE kb_identifier (
  tenant text NOT NULL,
  identifier text NOT NULL,
  document_id text NOT NULL,
  PRIMARY KEY (tenant, identifier, document_id)
) PARTITION BY LIST (tenant);
CREATE INDEX kb_identifier_document ON kb_identifier (document_id);

-- A passage's id is DOCUMENT_ID:ORDINAL.
CREATE TABLE kb_chunk (
  tenant text NOT NULL,
  document_id text NOT NULL,
  ordinal int NOT NULL,
  heading_path text[] NOT NULL,
  body text NOT NULL,
  -- What the lexical index holds: stemmed terms, separated by spaces.
  search_text text NOT NULL,
  -- SHA-256 of what is embedded of the chunk: see kb_embedding.
  content_hash bytea NOT NULL,
  PRIMARY KEY (tenant, document_id, ordinal)
) PARTITION BY LIST (tenant);
CREATE INDEX kb_chunk_content_hash ON kb_chunk (content_hash);

-- Vectors by content: text that moved, or stands in two documents, is embedded once. A new model is new rows.
CREATE TABLE kb_embedding (
  tenant text NOT NULL,
  embed_model text NOT NULL,
  content_hash bytea NOT NULL,
  embedding {{vector_type}} NOT NULL,
  PRIMARY KEY (tenant, embed_model, content_hash)
) PARTITION BY LIST (tenant);
-- In the row itself: reading it back from a TOAST table was most of the cost of an exact scan.
ALTER TABLE kb_embedding ALTER COLUMN embedding SET STORAGE PLAIN;
