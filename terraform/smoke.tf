# Somebody with a token of their own and a tenant of their own: the smoke test
# asks as a caller does, from outside, and sees what a caller sees.

locals {
  _smoke       = var.smoke_tenant == null ? {} : { smoke = var.smoke_tenant }
  _smoke_email = "${var.name}-smoke@${var.project}.iam.gserviceaccount.com"
}

resource "google_service_account" "smoke" {
  for_each     = local._smoke
  project      = var.project
  account_id   = "${var.name}-smoke"
  display_name = "Groundwire smoke test"
}

resource "google_cloud_run_v2_service_iam_member" "smoke" {
  for_each = {
    for name, function in local._released_functions : name => function
    if function.calls == "members" && var.smoke_tenant != null
  }
  project  = var.project
  location = var.region
  name     = google_cloud_run_v2_service.function[each.key].name
  role     = "roles/run.invoker"
  member   = google_service_account.smoke["smoke"].member
}

# The builder gets identity tokens of it, and nothing else of it.
resource "google_service_account_iam_member" "smoke" {
  for_each           = local._smoke
  service_account_id = google_service_account.smoke[each.key].name
  role               = "roles/iam.serviceAccountOpenIdTokenCreator"
  member             = google_service_account.builder.member
}

# And puts a document where the test looks for it.
resource "google_storage_bucket_iam_member" "smoke" {
  for_each = local._smoke
  bucket   = google_storage_bucket.uploads.name
  role     = "roles/storage.objectUser"
  member   = google_service_account.builder.member

  condition {
    title = "only_${replace(each.value, "-", "_")}"
    expression = format(
      "resource.name.startsWith('projects/_/buckets/%s/objects/%s/')",
      local._uploads_name, each.value,
    )
  }
}
