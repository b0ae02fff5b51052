output "alerts" {
  description = "Ids of the alert policies, by runbook."
  value = {
    for key, alert in google_monitoring_alert_policy.alert : key => alert.id
  }
}

output "buckets" {
  description = "Names of the buckets; index is there with vertex-rag."
  value = merge(
    {
      sources = google_storage_bucket.sources.name
      uploads = google_storage_bucket.uploads.name
    },
    { for key, bucket in google_storage_bucket.index : key => bucket.name },
  )
}

output "builder" {
  description = "Address of the service account that deploys."
  value       = google_service_account.builder.email
}

output "connections" {
  description = "Connections to the database: planned, and allowed."
  value = local._pgvector ? {
    allowed = local._allowed_connections
    most    = local._most_connections
    by      = local._connections
  } : null
}

output "dashboard" {
  description = "Id of the dashboard."
  value       = google_monitoring_dashboard.overview.id
}

output "database" {
  description = "With pgvector: the instance, as the connector wants it."
  value       = local._pgvector ? local._instance_connection : null
}

output "dead_letters" {
  description = "Topic and subscription of events that were given up."
  value = {
    subscription = google_pubsub_subscription.dead_letters.id
    topic        = google_pubsub_topic.dead_letters.id
  }
}

output "deploy" {
  description = "For .ci: what the steps after an apply need, as shell."
  value = join("", [
    for key, value in {
      BACKEND            = var.retrieval_backend
      CALLED             = join(" ", local._called)
      DEAD_LETTERS       = google_pubsub_topic.dead_letters.id
      DEAD_LETTERS_AGENT = local._agents["pubsub"]
      DELIVERY_ATTEMPTS  = tostring(var.delivery_attempts)
      FUNCTIONS          = join(" ", keys(local._released_functions))
      IMAGES             = local._images
      JOBS               = join(" ", keys(local._released_jobs))
      MIGRATE_USER       = lookup(local._database_users, "migrate", "")
      NAME               = var.name
      PROJECT            = var.project
      REGION             = var.region
      RELEASE            = coalesce(var.release, "none")
      SOURCES            = google_storage_bucket.sources.name
      SEARCH_URL         = local._urls.search
      SMOKE_TENANT       = try(local._smoke.smoke, "")
      SMOKE_ACCOUNT      = var.smoke_tenant == null ? "" : local._smoke_email
      TRIGGERS = join(" ", [
        for trigger in google_eventarc_trigger.uploads : trigger.name
      ])
      UPLOADS = local._uploads_name
    } : "${key}='${value}'\n"
  ])
}

output "images" {
  description = "Where images are kept; the tag is the release."
  value       = local._images
}

output "service_accounts" {
  description = "Addresses of the service accounts, by function and job."
  value = {
    for name, account in google_service_account.workload :
    name => account.email
  }
}

output "urls" {
  description = "Addresses of the functions that callers ask."
  value = {
    for name in local._called :
    name => google_cloud_run_v2_service.function[name].uri
  }
}
