terraform {
  required_version = ">= 1.11, < 2"
  required_providers {
    google = {
      source  = "hashicorp/google"
      version = ">= 6.50, < 8"
    }
  }
}

provider "google" {
  project = var.project
  region  = var.region
}

module "groundwire" {
  source            = "../.."
  retrieval_backend = "vertex-rag"
  project           = var.project
  region            = var.region
  release           = var.release
  state_bucket      = var.state_bucket

  # Who may call it, and whose tokens tell for which tenant. Both are needed.
  invokers = {
    search = ["serviceAccount:agent@${var.project}.iam.gserviceaccount.com"]
    answer = ["serviceAccount:agent@${var.project}.iam.gserviceaccount.com"]
    rerank = ["serviceAccount:agent@${var.project}.iam.gserviceaccount.com"]
  }
  issuers = [{
    issuer   = "https://login.example.com"
    jwks_url = "https://login.example.com/.well-known/jwks.json"
    audience = "groundwire"
  }]
  uploaders = ["group:authors@example.com"]

  # 3 instances of ingest, 1 of reconcile and 1 of backfill write: each has
  # floor(60 / 5) = 12 requests a minute, and ingest one import at a time.
  rag = {
    mode        = "spanner"
    tier        = "basic"
    embed_model = "text-embedding-005"
    import      = "parsed"
  }

  alert_emails = ["platform@example.com"]
  labels       = { team = "platform" }
}
