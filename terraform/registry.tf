# Images: of the jobs, and what source builds make of the functions.

locals {
  _images = format(
    "%s-docker.pkg.dev/%s/%s", var.region, var.project, var.name
  )
}

resource "google_artifact_registry_repository" "images" {
  project       = var.project
  location      = var.region
  repository_id = var.name
  description   = "Groundwire's images, tagged by release."
  format        = "DOCKER"
  labels        = var.labels

  cleanup_policies {
    id     = "keep-the-latest"
    action = "KEEP"
    most_recent_versions {
      keep_count = 10
    }
  }
  cleanup_policies {
    id     = "delete-the-old"
    action = "DELETE"
    condition {
      older_than = "2592000s"
    }
  }

  depends_on = [google_project_service.this]
}

# Builds the functions of their sources, and can do nothing else.
resource "google_service_account" "build" {
  project      = var.project
  account_id   = "${var.name}-build"
  display_name = "Groundwire source builds"
}

resource "google_artifact_registry_repository_iam_member" "build" {
  project    = var.project
  location   = var.region
  repository = google_artifact_registry_repository.images.name
  role       = "roles/artifactregistry.writer"
  member     = google_service_account.build.member
}

resource "google_storage_bucket_iam_member" "build" {
  bucket = google_storage_bucket.sources.name
  role   = "roles/storage.objectViewer"
  member = google_service_account.build.member
}

resource "google_project_iam_member" "build_logs" {
  project = var.project
  role    = "roles/logging.logWriter"
  member  = google_service_account.build.member
}
