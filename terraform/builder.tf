# Who deploys: what cloudbuild.yaml runs as. Of roles it grants a list only:
# whoever changes that, or a custom role, applies it in person.

locals {
  # Of the project. What could be bound to less is, further down.
  _builder_roles = toset(concat(
    [
      "roles/artifactregistry.admin",
      "roles/cloudscheduler.admin",
      "roles/eventarc.admin",
      "roles/iam.roleViewer",
      "roles/iam.serviceAccountAdmin",
      "roles/logging.configWriter",
      "roles/logging.logWriter",
      "roles/logging.viewer",
      "roles/monitoring.alertPolicyEditor",
      "roles/monitoring.dashboardEditor",
      "roles/monitoring.notificationChannelEditor",
      "roles/pubsub.admin",
      "roles/run.admin",
      "roles/serviceusage.serviceUsageAdmin",
    ],
    local._pgvector ? ["roles/cloudsql.admin"] : [],
    # Of a network that is given, only for the address of the database.
    local._own_network || local._psc ? ["roles/compute.networkAdmin"] : [],
    local._psc ? ["roles/dns.admin"] : [],
    local._rag && var.rag.mode == "spanner" ? ["roles/aiplatform.user"] : [],
    var.repository == null ? [] : ["roles/cloudbuild.builds.editor"],
    var.billing == null ? [] : ["roles/billing.projectCostsManager"],
  ))

  # The only roles that it can give to anybody, or take from anybody.
  _grantable_roles = sort(concat(
    [
      "roles/aiplatform.user",
      "roles/eventarc.eventReceiver",
      "roles/logging.logWriter",
      "roles/pubsub.publisher",
    ],
    local._pgvector ? [
      "roles/cloudsql.client", "roles/cloudsql.instanceUser"
    ] : [],
    [
      for role in google_project_iam_custom_role.rank :
      "projects/${var.project}/roles/${role.role_id}"
    ],
  ))

  # Whom it may give work to, by acting as them.
  _assignable = merge(
    google_service_account.workload,
    {
      build     = google_service_account.build
      events    = google_service_account.events
      scheduler = google_service_account.scheduler
    },
    # Of triggers, which it may change, it is the account.
    var.repository == null ? {} : { builder = google_service_account.builder },
  )

  # What callers' documents are in.
  _documents = compact([
    local._uploads_name, try(local._rag_buckets.index, null)
  ])
}

resource "google_service_account" "builder" {
  project      = var.project
  account_id   = "${var.name}-builder"
  display_name = "Groundwire builder"
}

resource "google_project_iam_member" "builder" {
  for_each = local._builder_roles
  project  = var.project
  role     = each.value
  member   = google_service_account.builder.member
}

resource "google_project_iam_member" "builder_grants" {
  project = var.project
  role    = "roles/resourcemanager.projectIamAdmin"
  member  = google_service_account.builder.member

  condition {
    title = "only_roles_of_${replace(var.name, "-", "_")}"
    expression = format(
      "api.getAttribute('%s', []).hasOnly(['%s'])",
      "iam.googleapis.com/modifiedGrantsByRole",
      join("', '", local._grantable_roles),
    )
  }
}

# Deploys from sources. The role reads objects of the whole project too, and
# the documents are none of the builder's business.
resource "google_project_iam_member" "builder_deploys" {
  project = var.project
  role    = "roles/run.sourceDeveloper"
  member  = google_service_account.builder.member

  condition {
    title = "no_documents_of_${replace(var.name, "-", "_")}"
    expression = join(" && ", [
      for bucket in local._documents :
      "!resource.name.startsWith('projects/_/buckets/${bucket}')"
    ])
  }
}

# Buckets themselves. roles/storage.admin would read the documents as well.
resource "google_project_iam_custom_role" "buckets" {
  project = var.project
  role_id = replace("${var.name}_buckets", "-", "_")
  title   = "Groundwire: make and change buckets"
  permissions = [
    "storage.buckets.create",
    "storage.buckets.get",
    "storage.buckets.getIamPolicy",
    "storage.buckets.list",
    "storage.buckets.setIamPolicy",
    "storage.buckets.update",
  ]
}

resource "google_project_iam_member" "builder_buckets" {
  project = var.project
  role = format(
    "projects/%s/roles/%s",
    var.project, google_project_iam_custom_role.buckets.role_id
  )
  member = google_service_account.builder.member
}

resource "google_service_account_iam_member" "builder_acts_as" {
  for_each           = local._assignable
  service_account_id = each.value.name
  role               = "roles/iam.serviceAccountUser"
  member             = google_service_account.builder.member
}

resource "google_storage_bucket_iam_member" "builder_sources" {
  bucket = google_storage_bucket.sources.name
  role   = "roles/storage.objectAdmin"
  member = google_service_account.builder.member
}

# Of the state and of plans. Whoever made the first apply made the bucket.
resource "google_storage_bucket_iam_member" "builder_state" {
  for_each = var.state_bucket == null ? {} : { state = var.state_bucket }
  bucket   = each.value
  role     = "roles/storage.objectAdmin"
  member   = google_service_account.builder.member
}
