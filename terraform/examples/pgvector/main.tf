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
  retrieval_backend = "pgvector"
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

  # (10 + 5 + 5 + 1 + 1) × 4 + 1 = 89 connections of 170 that may be planned.
  database = {
    tier            = "db-custom-2-8192"
    max_connections = 200
  }

  alert_emails = ["platform@example.com"]
  labels       = { team = "platform" }
}
