# Two triggers on cloudbuild.yaml: every push is checked and planned; a
# release is deployed by hand, after somebody else has approved it.

locals {
  _stages = var.repository == null ? {} : {
    plan = {
      description = "Checks the code, builds a release and plans it."
      approval    = false
    }
    deploy = {
      description = "Applies a release's plan and moves traffic to it."
      approval    = true
    }
  }
}

resource "google_cloudbuild_trigger" "stage" {
  for_each        = local._stages
  project         = var.project
  location        = var.region
  name            = "${var.name}-${each.key}"
  description     = each.value.description
  service_account = google_service_account.builder.id

  # For what a push starts the file comes from the push.
  filename = each.key == "plan" ? "cloudbuild.yaml" : null

  dynamic "repository_event_config" {
    for_each = each.key == "plan" ? [var.repository] : []
    content {
      repository = repository_event_config.value.id
      push {
        branch = "^${repository_event_config.value.branch}$"
      }
    }
  }
  dynamic "source_to_build" {
    for_each = each.key == "deploy" ? [var.repository] : []
    content {
      repository = source_to_build.value.id
      ref        = "refs/heads/${source_to_build.value.branch}"
      repo_type  = source_to_build.value.type
    }
  }
  dynamic "git_file_source" {
    for_each = each.key == "deploy" ? [var.repository] : []
    content {
      path       = "cloudbuild.yaml"
      repository = git_file_source.value.id
      revision   = "refs/heads/${git_file_source.value.branch}"
      repo_type  = git_file_source.value.type
    }
  }
  approval_config {
    approval_required = each.value.approval
  }

  substitutions = {
    _STAGE        = each.key
    _BACKEND      = var.retrieval_backend
    _NAME         = var.name
    _REGION       = var.region
    _ROOT         = var.repository.root
    _STATE_BUCKET = var.state_bucket
    # The only tenant for which the account of these tests may ask.
    _GOLDEN_TENANT = var.golden_gate ? var.smoke_tenant : ""
  }

  lifecycle {
    precondition {
      condition     = var.state_bucket != null
      error_message = "Triggers need state_bucket: a plan is kept there."
    }
  }

  depends_on = [google_project_service.this]
}

resource "google_project_iam_member" "approver" {
  for_each = var.approvers
  project  = var.project
  role     = "roles/cloudbuild.builds.approver"
  member   = each.value
}
