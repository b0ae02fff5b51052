# What happens in the bucket reaches `ingest`: at least once, in any order,
# again and again for a day, and then as a dead letter.

locals {
  # Of a bucket with versions, an overwrite or a delete of the live version is
  # `archived`; of soft deletion, `deleted`.
  _events = {
    finalized        = "finalized"
    deleted          = "deleted"
    archived         = "archived"
    metadata-updated = "metadataUpdated"
  }
}

resource "google_service_account" "events" {
  project      = var.project
  account_id   = "${var.name}-events"
  display_name = "Groundwire events"
}

resource "google_project_iam_member" "event_receiver" {
  project = var.project
  role    = "roles/eventarc.eventReceiver"
  member  = google_service_account.events.member
}

resource "google_cloud_run_v2_service_iam_member" "events" {
  for_each = {
    for name, function in local._released_functions : name => function
    if function.calls == "events"
  }
  project  = var.project
  location = var.region
  name     = google_cloud_run_v2_service.function[each.key].name
  role     = "roles/run.invoker"
  member   = google_service_account.events.member
}

# The bucket's notifications are published by Cloud Storage's own agent.
data "google_storage_project_service_account" "this" {
  project = var.project
}

resource "google_project_iam_member" "storage_publisher" {
  project = var.project
  role    = "roles/pubsub.publisher"
  member  = data.google_storage_project_service_account.this.member
}

resource "google_eventarc_trigger" "uploads" {
  for_each        = var.release == null ? {} : local._events
  project         = var.project
  location        = var.region
  name            = "${var.name}-ingest-${each.key}"
  service_account = google_service_account.events.email
  labels          = var.labels

  matching_criteria {
    attribute = "type"
    value     = "google.cloud.storage.object.v1.${each.value}"
  }
  matching_criteria {
    attribute = "bucket"
    value     = google_storage_bucket.uploads.name
  }
  destination {
    cloud_run_service {
      service = google_cloud_run_v2_service.function["ingest"].name
      region  = var.region
    }
  }

  depends_on = [
    google_cloud_run_v2_service_iam_member.events,
    google_project_iam_member.event_receiver,
    google_project_iam_member.storage_publisher,
    google_project_service.this,
  ]
}

# Eventarc makes the subscriptions itself, and a trigger has no argument for
# where their dead letters go: .ci/dead-letters sets that after each apply.
resource "google_pubsub_topic" "dead_letters" {
  project = var.project
  name    = "${var.name}-dead-letters"
  labels  = var.labels

  depends_on = [google_project_service.this]
}

resource "google_pubsub_topic_iam_member" "dead_letters" {
  project = var.project
  topic   = google_pubsub_topic.dead_letters.name
  role    = "roles/pubsub.publisher"
  member  = local._agents["pubsub"]
}

# Without a subscription a topic keeps nothing. A month, the longest there is.
resource "google_pubsub_subscription" "dead_letters" {
  project                    = var.project
  name                       = "${var.name}-dead-letters"
  topic                      = google_pubsub_topic.dead_letters.id
  message_retention_duration = "2678400s"
  ack_deadline_seconds       = 60
  labels                     = var.labels

  expiration_policy {
    ttl = ""
  }
}
