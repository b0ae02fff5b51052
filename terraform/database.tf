# With pgvector: Cloud SQL for Postgres 17. Nobody has a password: functions
# log in as themselves, by IAM, through the connector.

locals {
  _instances           = local._pgvector ? { index = var.name } : {}
  _instance_connection = "${var.project}:${var.region}:${var.name}"
  _database_name       = "groundwire"

  _database_workloads = {
    for name, workload in local._workloads : name => workload
    if local._pgvector && workload.database != null
  }
  # Postgres knows service accounts without the end of their address.
  _database_users = {
    for name in keys(local._database_workloads) :
    name => "${var.name}-${name}@${var.project}.iam"
  }
  # Whom `migrate` lets in, and as what.
  _members = {
    for role in ["readers", "writers"] : role => [
      for name, workload in local._database_workloads :
      local._database_users[name] if workload.database == role
    ]
  }

  # The most that everything together can open. Postgres refuses the next one,
  # and needs some for itself: 85 % is what may be planned.
  _connections = {
    for name, workload in local._database_workloads : name =>
    try(workload.max_instances, workload.tasks) * workload.pool
  }
  _most_connections    = sum(concat([0], values(local._connections)))
  _allowed_connections = floor(var.database.max_connections * 0.85)
}

resource "google_sql_database_instance" "index" {
  for_each            = local._instances
  project             = var.project
  region              = var.region
  name                = each.value
  database_version    = "POSTGRES_17"
  deletion_protection = var.deletion_protection

  settings {
    edition           = var.database.edition
    tier              = var.database.tier
    availability_type = var.database.availability
    disk_type         = "PD_SSD"
    disk_size         = var.database.disk_gb
    disk_autoresize   = true
    user_labels       = var.labels

    # mTLS by the connector, and no other way in.
    connector_enforcement       = "REQUIRED"
    deletion_protection_enabled = var.deletion_protection
    retain_backups_on_delete    = true

    database_flags {
      name  = "cloudsql.iam_authentication"
      value = "on"
    }
    # BM25. Without it `migrate` falls back to Postgres's own text search.
    database_flags {
      name  = "cloudsql.enable_pg_textsearch"
      value = "on"
    }
    database_flags {
      name  = "max_connections"
      value = tostring(var.database.max_connections)
    }

    ip_configuration {
      ipv4_enabled    = false
      private_network = local._psa ? local._network : null
      ssl_mode        = "ENCRYPTED_ONLY"
      dynamic "psc_config" {
        for_each = local._psc ? [var.project] : []
        content {
          psc_enabled               = true
          allowed_consumer_projects = [psc_config.value]
        }
      }
    }

    backup_configuration {
      enabled                        = true
      start_time                     = "02:00"
      point_in_time_recovery_enabled = true
      transaction_log_retention_days = 7
      backup_retention_settings {
        retained_backups = 14
        retention_unit   = "COUNT"
      }
    }

    # Sunday morning, an hour after `reconcile`'s usual time.
    maintenance_window {
      day          = 7
      hour         = 5
      update_track = "stable"
    }

    # Statements, without their values: those are bound.
    insights_config {
      query_insights_enabled  = true
      query_string_length     = 4096
      query_plans_per_minute  = 5
      record_application_tags = false
      record_client_address   = false
    }
  }

  lifecycle {
    precondition {
      condition = local._most_connections <= local._allowed_connections
      error_message = join(" ", [
        "Too many connections: max instances × pool is",
        "${local._most_connections} (${join(", ", [
          for name, number in local._connections : "${name} ${number}"
        ])}), and 85 % of max_connections ${var.database.max_connections}",
        "is ${local._allowed_connections}. Lower max_instances, tasks or",
        "pool, or raise database.max_connections with the tier's memory.",
      ])
    }
  }

  depends_on = [
    google_project_service.this,
    google_service_networking_connection.peering,
  ]
}

resource "google_sql_database" "index" {
  for_each = google_sql_database_instance.index
  project  = var.project
  instance = each.value.name
  name     = local._database_name
}

# A user has no rights until `migrate` lets it in; `migrate` itself is let in
# by .ci/let-in (README, "The first migration").
resource "google_sql_user" "workload" {
  for_each = local._database_users
  project  = var.project
  instance = google_sql_database_instance.index["index"].name
  type     = "CLOUD_IAM_SERVICE_ACCOUNT"
  name     = each.value

  # Postgres drops nobody who owns something, and the instance goes anyway.
  deletion_policy = "ABANDON"

  # It is the name of one that has to be there.
  depends_on = [google_service_account.workload]
}

# To connect and to log in, to this instance only.
resource "google_project_iam_member" "cloudsql" {
  for_each = merge([
    for name in keys(local._database_workloads) : {
      for role in ["client", "instanceUser"] : "${name} ${role}" => {
        workload = name, role = "roles/cloudsql.${role}"
      }
    }
  ]...)
  project = var.project
  role    = each.value.role
  member  = google_service_account.workload[each.value.workload].member

  condition {
    title = "only_${replace(var.name, "-", "_")}"
    expression = join(" && ", [
      "resource.service == 'sqladmin.googleapis.com'",
      "resource.name == 'projects/${var.project}/instances/${var.name}'",
    ])
  }
}
