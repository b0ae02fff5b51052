# The functions: Cloud Run services that are built from their bundles.

locals {
  # Node 24, whatever of it is newest when a release is built, and our own
  # entry: the functions framework's ends what is under way on SIGTERM. For
  # that reason there is no function_target either.
  _build_environment = {
    GOOGLE_NODEJS_VERSION = "24.x.x"
    GOOGLE_ENTRYPOINT     = "node index.js"
  }
}

resource "google_cloud_run_v2_service" "function" {
  for_each = local._released_functions
  project  = var.project
  location = var.region
  name     = "${var.name}-${each.key}"
  labels   = var.labels

  # Events and the scheduler count as internal.
  ingress = (
    each.value.calls == "members" ? var.ingress :
    "INGRESS_TRAFFIC_INTERNAL_ONLY"
  )
  custom_audiences    = each.value.calls == "members" ? var.audiences : []
  deletion_protection = var.deletion_protection

  build_config {
    source_location = format(
      "gs://%s/%s/%s.zip",
      google_storage_bucket.sources.name, var.release, each.key
    )
    image_uri                = "${local._images}/${each.key}:${var.release}"
    base_image               = var.base_image
    enable_automatic_updates = var.base_image != null
    environment_variables    = local._build_environment
    service_account          = google_service_account.build.id
  }

  template {
    service_account       = google_service_account.workload[each.key].email
    timeout               = "${each.value.timeout_s}s"
    execution_environment = "EXECUTION_ENVIRONMENT_GEN2"
    labels                = var.labels

    max_instance_request_concurrency = each.value.concurrency

    scaling {
      min_instance_count = each.value.min_instances
      max_instance_count = each.value.max_instances
    }

    containers {
      image          = "${local._images}/${each.key}:${var.release}"
      base_image_uri = var.base_image

      resources {
        cpu_idle          = !each.value.always_on
        startup_cpu_boost = true
        limits = {
          cpu = each.value.cpu, memory = each.value.memory
        }
      }

      # An instance gets no request before what it needs answers, its database
      # first of all: 2 minutes at most. Not /readyz, which wants the schema too:
      # `migrate` runs after the apply that starts these instances.
      startup_probe {
        period_seconds    = 2
        timeout_seconds   = 2
        failure_threshold = 60
        http_get {
          path = "/startupz"
        }
      }
      # The process alone: a database that is away is no reason to start anew.
      liveness_probe {
        period_seconds    = 30
        timeout_seconds   = 5
        failure_threshold = 4
        http_get {
          path = "/healthz"
        }
      }

      dynamic "env" {
        for_each = local._environment[each.key]
        content {
          name  = env.key
          value = env.value
        }
      }
    }

    # To the database only: everything else goes out directly.
    dynamic "vpc_access" {
      for_each = (
        local._pgvector && each.value.database != null ?
        [local._subnetwork] : []
      )
      content {
        egress = "PRIVATE_RANGES_ONLY"
        network_interfaces {
          network    = local._network
          subnetwork = vpc_access.value
        }
      }
    }
  }

  lifecycle {
    # .ci/release moves traffic, when a revision has proved itself.
    ignore_changes = [client, client_version, traffic]

    precondition {
      condition = each.value.min_instances <= each.value.max_instances
      error_message = join(" ", [
        "${each.key} would have ${each.value.min_instances} instances at",
        "least and ${each.value.max_instances} at most: raise max_instances.",
      ])
    }
  }

  depends_on = [
    google_artifact_registry_repository_iam_member.build,
    google_project_iam_member.cloudsql,
    google_project_iam_member.models,
    google_project_iam_member.ranks,
    google_project_service.this,
    google_sql_user.workload,
    google_storage_bucket_iam_member.build,
    google_storage_bucket_iam_member.index,
    google_storage_bucket_iam_member.uploads,
  ]
}

# Who may call them. Nobody else: no member is ever allUsers, and IAM's own
# check of callers is never off.
resource "google_cloud_run_v2_service_iam_member" "caller" {
  for_each = merge([
    for name, function in local._released_functions : {
      for member in lookup(var.invokers, name, []) : "${name} ${member}" => {
        function = name, member = member
      } if function.calls == "members"
    }
  ]...)
  project  = var.project
  location = var.region
  name     = google_cloud_run_v2_service.function[each.value.function].name
  role     = "roles/run.invoker"
  member   = each.value.member
}
