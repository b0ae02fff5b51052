# The project, its APIs, and Google's own agents in it.

data "google_project" "this" {
  project_id = var.project
}

locals {
  _pgvector = var.retrieval_backend == "pgvector"
  _rag      = var.retrieval_backend == "vertex-rag"

  _services = setunion(
    [
      "artifactregistry.googleapis.com",
      "cloudbuild.googleapis.com",
      "cloudscheduler.googleapis.com",
      "eventarc.googleapis.com",
      "iam.googleapis.com",
      # The smoke test asks as an account of its own.
      "iamcredentials.googleapis.com",
      "logging.googleapis.com",
      "monitoring.googleapis.com",
      "pubsub.googleapis.com",
      "run.googleapis.com",
      "storage.googleapis.com",
    ],
    # Both backends call models here: ours embeds, RAG Engine is part of it.
    ["aiplatform.googleapis.com"],
    var.ranker.enabled ? ["discoveryengine.googleapis.com"] : [],
    var.billing == null ? [] : ["billingbudgets.googleapis.com"],
    local._pgvector ? [
      "compute.googleapis.com", "sqladmin.googleapis.com"
    ] : [],
    local._psa ? ["servicenetworking.googleapis.com"] : [],
    local._psc ? ["dns.googleapis.com"] : [],
  )

  # The agents exist once `gcloud beta services identity create` has been run
  # for each (the project's README, "Deploying", 1).
  _agents = {
    for agent in ["pubsub", "vertex-rag"] : agent => format(
      "serviceAccount:service-%s@gcp-sa-%s.iam.gserviceaccount.com",
      data.google_project.this.number, agent
    )
  }
}

# Left on when this is destroyed: something else in the project may use it.
resource "google_project_service" "this" {
  for_each           = local._services
  project            = var.project
  service            = each.value
  disable_on_destroy = false
}
