# Jobs have no source builds: .ci/images builds these, from the same bundles.

resource "google_cloud_run_v2_job" "job" {
  for_each            = local._released_jobs
  project             = var.project
  location            = var.region
  name                = "${var.name}-${each.key}"
  labels              = var.labels
  deletion_protection = var.deletion_protection

  template {
    task_count  = each.value.tasks
    parallelism = each.value.tasks
    labels      = var.labels

    template {
      service_account       = google_service_account.workload[each.key].email
      timeout               = "${each.value.timeout_s}s"
      max_retries           = each.value.retries
      execution_environment = "EXECUTION_ENVIRONMENT_GEN2"

      containers {
        image = "${local._images}/${each.key}:${var.release}"

        resources {
          limits = { cpu = each.value.cpu, memory = each.value.memory }
        }

        dynamic "env" {
          for_each = local._environment[each.key]
          content {
            name  = env.key
            value = env.value
          }
        }
      }

      dynamic "vpc_access" {
        for_each = local._pgvector ? [local._subnetwork] : []
        content {
          egress = "PRIVATE_RANGES_ONLY"
          network_interfaces {
            network    = local._network
            subnetwork = vpc_access.value
          }
        }
      }
    }
  }

  lifecycle {
    ignore_changes = [client, client_version]
  }

  depends_on = [
    google_project_iam_member.cloudsql,
    google_project_iam_member.models,
    google_project_service.this,
    google_sql_user.workload,
    google_storage_bucket_iam_member.index,
    google_storage_bucket_iam_member.uploads,
  ]
}
