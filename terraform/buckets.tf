# The uploads, which are the truth, and the sources of what is deployed.

locals {
  _uploads_name = coalesce(
    var.uploads.name, "${var.project}-${var.name}-uploads"
  )
  _sources_name = "${var.project}-${var.name}-sources"
}

resource "google_storage_bucket" "uploads" {
  project                     = var.project
  name                        = local._uploads_name
  location                    = upper(var.region)
  storage_class               = "STANDARD"
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  force_destroy               = false
  labels                      = var.labels

  # What was overwritten or deleted by mistake can be had again: a former
  # version for a while, and after that what was deleted for good.
  versioning {
    enabled = true
  }
  soft_delete_policy {
    retention_duration_seconds = var.uploads.soft_delete_days * 86400
  }
  lifecycle_rule {
    action {
      type = "Delete"
    }
    condition {
      days_since_noncurrent_time = var.uploads.noncurrent_days
      with_state                 = "ARCHIVED"
    }
  }
  lifecycle_rule {
    action {
      type = "Delete"
    }
    condition {
      num_newer_versions = var.uploads.noncurrent_versions
      with_state         = "ARCHIVED"
    }
  }
  lifecycle_rule {
    action {
      type = "AbortIncompleteMultipartUpload"
    }
    condition {
      age = 7
    }
  }

  depends_on = [google_project_service.this]
}

resource "google_storage_bucket_iam_member" "uploads" {
  for_each = {
    for name, workload in local._workloads : name => workload
    if contains(workload.uploads, var.retrieval_backend)
  }
  bucket = google_storage_bucket.uploads.name
  role   = "roles/storage.objectViewer"
  member = google_service_account.workload[each.key].member
}

resource "google_storage_bucket_iam_member" "uploader" {
  for_each = var.uploaders
  bucket   = google_storage_bucket.uploads.name
  role     = "roles/storage.objectUser"
  member   = each.value
}

# A folder for each release, RELEASE/FUNCTION.zip.
resource "google_storage_bucket" "sources" {
  project                     = var.project
  name                        = local._sources_name
  location                    = upper(var.region)
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  force_destroy               = true
  labels                      = var.labels

  lifecycle_rule {
    action {
      type = "Delete"
    }
    condition {
      age = 90
    }
  }

  depends_on = [google_project_service.this]
}
