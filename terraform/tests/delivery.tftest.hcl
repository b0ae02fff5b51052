# Events, dead letters, the scheduler, and who approves.

mock_provider "google" {
  mock_data "google_project" {
    defaults = { number = "123456789012" }
  }
}

variables {
  project           = "acme-search"
  release           = "0123abc"
  retrieval_backend = "pgvector"
  repository = {
    id = join("/", [
      "projects", "acme-search", "locations", "us-central1",
      "connections", "github", "repositories", "groundwire",
    ])
    root = "terraform/examples/pgvector"
  }
}

run "events_arrive_and_nothing_is_dropped_unseen" {
  command = apply
  variables {
    state_bucket = "acme-state"
    approvers    = ["group:leads@example.com"]
    golden_gate  = true
  }
  assert {
    condition = jsonencode({
      for key, trigger in google_eventarc_trigger.uploads : key => {
        for criterion in trigger.matching_criteria :
        criterion.attribute => criterion.value
      }
      }) == jsonencode({
      for key, type in {
        archived         = "archived"
        deleted          = "deleted"
        finalized        = "finalized"
        metadata-updated = "metadataUpdated"
        } : key => {
        bucket = "acme-search-groundwire-uploads"
        type   = "google.cloud.storage.object.v1.${type}"
      }
    })
    error_message = "There are four events, of one bucket."
  }
  assert {
    condition = alltrue([
      for trigger in google_eventarc_trigger.uploads : (
        trigger.location == lower(google_storage_bucket.uploads.location)
        && trigger.service_account == google_service_account.events.email
        && trigger.destination[0].cloud_run_service[0].service
        == "groundwire-ingest"
      )
    ])
    error_message = "A trigger is where its bucket is, and calls ingest."
  }
  assert {
    condition = jsonencode([
      for grant in [
        google_project_iam_member.event_receiver,
        google_project_iam_member.storage_publisher,
        google_pubsub_topic_iam_member.dead_letters,
      ] : "${grant.role} ${grant.member}"
      ]) == jsonencode([
      "roles/eventarc.eventReceiver ${google_service_account.events.member}",
      join(" ", [
        "roles/pubsub.publisher",
        data.google_storage_project_service_account.this.member,
      ]),
      join("", [
        "roles/pubsub.publisher serviceAccount:service-123456789012",
        "@gcp-sa-pubsub.iam.gserviceaccount.com",
      ]),
    ])
    error_message = "Eventarc and Google's agents need these roles."
  }
  assert {
    condition = alltrue([
      for subscription in [google_pubsub_subscription.dead_letters] : (
        subscription.message_retention_duration == "2678400s"
        && subscription.expiration_policy[0].ttl == ""
      )
    ])
    error_message = "What was given up is kept for a month, always."
  }
  assert {
    condition = alltrue([
      for line in [
        "DELIVERY_ATTEMPTS='60'",
        "AGENT='serviceAccount:service-123456789012@gcp-sa-pubsub",
        join(" ", [
          "TRIGGERS='groundwire-ingest-archived groundwire-ingest-deleted",
          "groundwire-ingest-finalized groundwire-ingest-metadata-updated'",
        ]),
        "MIGRATE_USER='groundwire-migrate@acme-search.iam'",
      ] : strcontains(output.deploy, line)
    ])
    error_message = ".ci/dead-letters and .ci/let-in must be told of whom."
  }

  assert {
    condition = alltrue([
      for job in google_cloud_scheduler_job.reconcile : (
        job.attempt_deadline == "1800s"
        && job.http_target[0].http_method == "POST"
        && base64decode(job.http_target[0].body) == "{}"
        && job.http_target[0].oidc_token[0].service_account_email
        == google_service_account.scheduler.email
        && "${job.http_target[0].oidc_token[0].audience}/reconcile"
        == job.http_target[0].uri
      )
    ]) && length(google_cloud_scheduler_job.reconcile) == 1
    error_message = "The scheduler calls reconcile with a token of its own."
  }

  assert {
    condition = jsonencode([
      for policy in
      google_artifact_registry_repository.images.cleanup_policies :
      policy.action
    ]) == jsonencode(["KEEP", "DELETE"])
    error_message = "Old images go, the latest stay."
  }
  assert {
    condition = jsonencode({
      for stage, trigger in google_cloudbuild_trigger.stage :
      stage => join(" ", [
        trigger.approval_config[0].approval_required,
        trigger.substitutions["_STAGE"], trigger.substitutions["_BACKEND"],
        trigger.substitutions["_GOLDEN_TENANT"],
      ])
      }) == jsonencode({
      deploy = "true deploy pgvector smoke"
      plan   = "false plan pgvector smoke"
    })
    error_message = "Planning needs no approval, deploying does."
  }
  assert {
    condition = jsonencode({
      for member, grant in google_project_iam_member.approver :
      member => grant.role
      }) == jsonencode({
      "group:leads@example.com" = "roles/cloudbuild.builds.approver"
    })
    error_message = "Somebody can approve."
  }
}
