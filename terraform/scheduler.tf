# Once a day the index is made to say what the bucket says.

resource "google_service_account" "scheduler" {
  project      = var.project
  account_id   = "${var.name}-scheduler"
  display_name = "Groundwire scheduler"
}

resource "google_cloud_run_v2_service_iam_member" "scheduler" {
  for_each = {
    for name, function in local._released_functions : name => function
    if function.calls == "schedule"
  }
  project  = var.project
  location = var.region
  name     = google_cloud_run_v2_service.function[each.key].name
  role     = "roles/run.invoker"
  member   = google_service_account.scheduler.member
}

locals {
  _reconcile_url = try(
    google_cloud_run_v2_service.function["reconcile"].uri, ""
  )
}

resource "google_cloud_scheduler_job" "reconcile" {
  for_each = google_cloud_run_v2_service_iam_member.scheduler
  project  = var.project
  region   = coalesce(var.reconcile.scheduler_region, var.region)
  name     = "${var.name}-${each.key}"

  description      = "Makes the index say what the bucket says."
  schedule         = var.reconcile.schedule
  time_zone        = var.reconcile.time_zone
  attempt_deadline = "1800s"

  http_target {
    http_method = "POST"
    uri         = "${local._reconcile_url}/reconcile"
    headers     = { "Content-Type" = "application/json" }
    body        = base64encode("{}")
    oidc_token {
      service_account_email = google_service_account.scheduler.email
      audience              = local._reconcile_url
    }
  }
  retry_config {
    retry_count          = 3
    min_backoff_duration = "300s"
    max_backoff_duration = "3600s"
  }

  depends_on = [google_project_service.this]
}
