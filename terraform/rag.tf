# With vertex-rag: RAG Engine, and a bucket for what it is handed and for the
# catalogue of what it was given. Corpora are the code's, one a tenant.

locals {
  _rag_buckets = local._rag ? {
    index = "${var.project}-${var.name}-index"
  } : {}
  _rag_location = coalesce(var.rag.location, var.region)

  # The project may ask 60 times a minute and import 3 times at once, in a
  # region: each instance that writes has its share. Of imports those of
  # ingest have; reconcile and backfill, which seldom run, do one at a time
  # beside them, and what is refused then is tried again.
  _rag_writers = sum([
    for name, workload in local._workloads :
    try(workload.max_instances, workload.tasks) if workload.index == "write"
  ])
  _rag_requests = floor(60 / local._rag_writers)
  _rag_imports  = max(1, floor(3 / local.functions.ingest.max_instances))

  _rag_environment = {
    for key, value in {
      RAG_LOCATION             = local._rag_location
      RAG_MODE                 = var.rag.mode
      RAG_INDEX_BUCKET         = try("gs://${local._rag_buckets.index}", "")
      RAG_EMBED_MODEL          = var.rag.embed_model
      RAG_VECTOR_DB            = var.rag.vector_db
      RAG_IMPORT               = var.rag.import
      RAG_CHUNK_TOKENS         = var.rag.chunk_tokens
      RAG_CHUNK_OVERLAP_TOKENS = var.rag.chunk_overlap_tokens
      RAG_HYBRID_ALPHA         = var.rag.hybrid_alpha
      RAG_RANKER               = var.rag.ranker
      RAG_DISTANCE_THRESHOLD   = var.rag.distance_threshold
    } : key => tostring(value) if value != null
  }
}

# Serverless mode has nothing to configure, and no resource. Destroying this
# deletes every corpus of the region: README, "Changing the backend".
resource "google_vertex_ai_rag_engine_config" "this" {
  for_each = (
    local._rag && var.rag.mode == "spanner" && var.rag.tier != null ?
    { (local._rag_location) = var.rag.tier } : {}
  )
  project = var.project
  region  = each.key

  rag_managed_db_config {
    dynamic "basic" {
      for_each = each.value == "basic" ? [each.value] : []
      content {}
    }
    dynamic "scaled" {
      for_each = each.value == "scaled" ? [each.value] : []
      content {}
    }
  }

  depends_on = [google_project_service.this]
}

resource "google_storage_bucket" "index" {
  for_each                    = local._rag_buckets
  project                     = var.project
  name                        = each.value
  location                    = upper(var.region)
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  force_destroy               = false
  labels                      = var.labels

  # All of it can be made again from the uploads.
  soft_delete_policy {
    retention_duration_seconds = 0
  }

  lifecycle {
    precondition {
      condition = local._rag_requests >= 1
      error_message = join(" ", [
        "Too many writers: ingest, reconcile and backfill have",
        "${local._rag_writers} instances at most, and RAG Engine takes 60",
        "requests a minute of all of them. Lower max_instances or tasks.",
      ])
    }
  }

  depends_on = [google_project_service.this]
}

locals {
  # A function's role there, by what it does.
  _index_roles = {
    read  = "roles/storage.objectViewer"
    write = "roles/storage.objectUser"
  }
  # What RAG Engine's own agent may do: read what it imports, and write the
  # result of an import, of which each has a name of its own. That it needs no
  # more than these two is from memory, and not confirmed.
  _agent_roles = merge(
    {
      for role in ["objectViewer", "objectCreator"] :
      "index ${role}" => { bucket = "index", role = "roles/storage.${role}" }
    },
    var.rag.import == "original" ? {
      "uploads objectViewer" = {
        bucket = "uploads", role = "roles/storage.objectViewer"
      }
    } : {},
  )
}

resource "google_storage_bucket_iam_member" "index" {
  for_each = {
    for name, workload in local._workloads : name => workload.index
    if local._rag && workload.index != null
  }
  bucket = google_storage_bucket.index["index"].name
  role   = local._index_roles[each.value]
  member = google_service_account.workload[each.key].member
}

resource "google_storage_bucket_iam_member" "rag_agent" {
  for_each = local._rag ? local._agent_roles : {}
  bucket = (
    each.value.bucket == "index" ? google_storage_bucket.index["index"].name
    : google_storage_bucket.uploads.name
  )
  role   = each.value.role
  member = local._agents["vertex-rag"]
}
