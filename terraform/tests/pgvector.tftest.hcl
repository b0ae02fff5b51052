# What examples/pgvector plans: see its README.

mock_provider "google" {
  mock_data "google_project" {
    defaults = { number = "123456789012" }
  }
}

variables {
  project = "acme-search"
  release = "0123abc"
}

run "the_example_makes_every_function_and_job" {
  command = plan
  module {
    source = "./examples/pgvector"
  }
  assert {
    condition = (
      keys(output.groundwire.service_accounts) == [
        "answer", "backfill", "ingest", "migrate", "reconcile", "rerank",
        "search",
      ] && keys(output.groundwire.urls) == ["answer", "rerank", "search"]
    )
    error_message = "The example must deploy five functions and two jobs."
  }
  assert {
    condition = (
      output.groundwire.connections.most
      == 10 * 4 + 5 * 4 + 5 * 4 + 1 * 4 + 1 * 4 + 1
    )
    error_message = "The README's sum of connections is no longer true."
  }
  assert {
    condition     = output.groundwire.connections.allowed == 200 * 85 / 100
    error_message = "85 % of the connections may be planned."
  }
}

run "everything_of_pgvector_is_there" {
  command = plan
  variables {
    retrieval_backend = "pgvector"
    # As many connections as may be: 30 × 4 + 20 + 20 + 4 + 4 + 1 = 169.
    functions = { search = { max_instances = 30, concurrency = 20 } }
    answers = {
      answer_model  = "gemini-9-pro"
      judge_percent = 10
      prices        = { gemini-9-pro = { input = 2, output = 12 } }
    }
  }
  assert {
    condition     = output.connections.most == 169
    error_message = "169 of 170 are within the budget."
  }
  # Functions run our own entry on node 24.
  assert {
    condition = alltrue([
      for name, service in google_cloud_run_v2_service.function :
      service.build_config[0].environment_variables == tomap({
        GOOGLE_NODEJS_VERSION = "24.x.x", GOOGLE_ENTRYPOINT = "node index.js"
      })
    ])
    error_message = "The framework's own entry ends what is under way."
  }
  assert {
    condition = {
      for name, service in google_cloud_run_v2_service.function :
      name => service.build_config[0].source_location
      } == {
      for name in ["answer", "ingest", "reconcile", "rerank", "search"] :
      name =>
      "gs://acme-search-groundwire-sources/0123abc/${name}.zip"
    }
    error_message = "Each function is built from the release's source."
  }
  assert {
    condition = {
      for name, job in google_cloud_run_v2_job.job :
      name => job.template[0].template[0].containers[0].image
      } == {
      for name in ["backfill", "migrate"] : name =>
      "us-central1-docker.pkg.dev/acme-search/groundwire/${name}:0123abc"
    }
    error_message = "Each job runs the release's image."
  }

  # Each function has its own size and probe.
  assert {
    condition = {
      for name, service in google_cloud_run_v2_service.function : name => join(
        " ", [
          service.template[0].max_instance_request_concurrency,
          service.template[0].scaling[0].min_instance_count,
          service.template[0].scaling[0].max_instance_count,
          service.template[0].timeout,
        ]
      )
      } == {
      search    = "20 1 30 30s"
      answer    = "20 0 5 120s"
      rerank    = "80 0 5 30s"
      ingest    = "4 0 5 570s"
      reconcile = "1 0 1 1800s"
    }
    error_message = "Sizes are those of the table, with the variable over it."
  }
  assert {
    condition = alltrue([
      for service in google_cloud_run_v2_service.function :
      service.template[0].containers[0].resources[0].startup_cpu_boost
    ])
    error_message = "Starts have a boost."
  }
  assert {
    condition = {
      for name, service in google_cloud_run_v2_service.function : name => join(
        " ", flatten([
          for container in service.template[0].containers : [
            container.startup_probe[0].http_get[0].path,
            container.liveness_probe[0].http_get[0].path,
          ]
        ])
      )
      } == {
      for name in keys(google_cloud_run_v2_service.function) :
      name => "/startupz /healthz"
    }
    error_message = "Each waits for what it needs, but not for the schema."
  }
  assert {
    condition = {
      for name, service in google_cloud_run_v2_service.function :
      name => service.template[0].containers[0].resources[0].cpu_idle
      } == {
      search = false, answer = false
      rerank = true, ingest = true, reconcile = true
    }
    error_message = "What works between requests keeps its processor."
  }
  # Who writes answers is told so, and nobody else.
  assert {
    condition = {
      for name, service in google_cloud_run_v2_service.function : name => {
        for env in service.template[0].containers[0].env :
        env.name => env.value
        if can(regex("^(GENERAT|ANSWER|CONTROL|JUDGE|MODEL)", env.name))
      } if name == "answer" || name == "search"
      } == {
      answer = {
        GENERATOR     = "gemini"
        ANSWER_MODEL  = "gemini-9-pro"
        JUDGE_PERCENT = "10"
        MODEL_PRICES = jsonencode({
          gemini-9-pro = { input = 2, output = 12 }
        })
      }
      search = {}
    }
    error_message = "answer is told of its models, and of no null."
  }

  # What has a database goes through the network.
  assert {
    condition = {
      for name, service in google_cloud_run_v2_service.function :
      name => try(service.template[0].vpc_access[0].egress, "direct")
      } == {
      search    = "PRIVATE_RANGES_ONLY"
      answer    = "PRIVATE_RANGES_ONLY"
      rerank    = "direct"
      ingest    = "PRIVATE_RANGES_ONLY"
      reconcile = "PRIVATE_RANGES_ONLY"
    }
    error_message = "Direct VPC egress is for what asks the database."
  }
  assert {
    condition = alltrue([
      for job in google_cloud_run_v2_job.job :
      job.template[0].template[0].vpc_access[0].egress == "PRIVATE_RANGES_ONLY"
    ])
    error_message = "Jobs ask the database too."
  }

  # The database is private and can be restored.
  assert {
    condition = (
      google_sql_database_instance.index["index"].database_version
      == "POSTGRES_17"
      && google_sql_database_instance.index["index"].deletion_protection
    )
    error_message = "Postgres 17, protected from deletion."
  }
  assert {
    condition = alltrue([
      for settings in google_sql_database_instance.index["index"].settings : (
        settings.edition == "ENTERPRISE"
        && settings.deletion_protection_enabled
        && settings.connector_enforcement == "REQUIRED"
        && !settings.ip_configuration[0].ipv4_enabled
        && settings.backup_configuration[0].enabled
        && settings.backup_configuration[0].point_in_time_recovery_enabled
        && settings.insights_config[0].query_insights_enabled
        && length(settings.maintenance_window) == 1
      )
    ])
    error_message = "No public address; backups, recovery, insights."
  }
  assert {
    condition = {
      for flag in
      google_sql_database_instance.index["index"].settings[0].database_flags :
      flag.name => flag.value
      } == {
      "cloudsql.iam_authentication"   = "on"
      "cloudsql.enable_pg_textsearch" = "on"
      "max_connections"               = "200"
    }
    error_message = "The flags are those that the code needs."
  }
  assert {
    condition = {
      for name, user in google_sql_user.workload :
      name => "${user.type} ${user.name}"
      } == {
      for name in [
        "search", "answer", "ingest", "reconcile", "backfill", "migrate"
      ] :
      name => join(" ", [
        "CLOUD_IAM_SERVICE_ACCOUNT", "groundwire-${name}@acme-search.iam"
      ])
    }
    error_message = "Each has a user of its own, by IAM; rerank has none."
  }

  # Migrate lets in readers and writers.
  assert {
    condition = {
      for env in flatten([
        for job in [google_cloud_run_v2_job.job["migrate"]] :
        job.template[0].template[0].containers[0].env
      ]) :
      env.name => env.value if can(regex("^(DATABASE_|PG)", env.name))
      } == {
      DATABASE_NAME     = "groundwire"
      DATABASE_POOL_MAX = "1"
      DATABASE_READERS = join(",", [
        for name in ["answer", "search"] : "groundwire-${name}@acme-search.iam"
      ])
      DATABASE_USER = "groundwire-migrate@acme-search.iam"
      DATABASE_WRITERS = join(",", [
        for name in ["backfill", "ingest", "reconcile"] :
        "groundwire-${name}@acme-search.iam"
      ])
      PGOPTIONS = "-c role=cloudsqlsuperuser"
    }
    error_message = "search and answer read, others write, migrate owns."
  }

  # Nothing of the other backend is there.
  assert {
    condition = (
      length(google_vertex_ai_rag_engine_config.this) == 0
      && length(google_storage_bucket.index) == 0
      && length(google_storage_bucket_iam_member.index) == 0
      && length(google_storage_bucket_iam_member.rag_agent) == 0
      && output.buckets == {
        sources = "acme-search-groundwire-sources"
        uploads = "acme-search-groundwire-uploads"
      }
    )
    error_message = "With pgvector there is nothing of RAG Engine."
  }
  assert {
    condition = !anytrue(flatten([
      for service in google_cloud_run_v2_service.function : [
        for env in service.template[0].containers[0].env :
        startswith(env.name, "RAG_")
      ]
    ]))
    error_message = "With pgvector no function is told of RAG Engine."
  }
}

# Three things at once, for runs are what a check takes its time for.
run "a_first_apply_to_somebody_elses_network_with_an_address_in_it" {
  command = plan
  variables {
    retrieval_backend = "pgvector"
    release           = null
    database          = { connectivity = "psc" }
    network = {
      network    = "projects/acme-net/global/networks/shared"
      subnetwork = "projects/acme-net/regions/us-central1/subnetworks/run"
    }
  }
  assert {
    condition = 0 == sum([
      length(google_cloud_run_v2_service.function),
      length(google_cloud_run_v2_job.job),
      length(google_eventarc_trigger.uploads),
      length(google_cloud_scheduler_job.reconcile),
    ])
    error_message = "Without a release there is nothing to run."
  }
  assert {
    condition     = length(google_sql_database_instance.index) == 1
    error_message = "The first apply makes what takes long."
  }
  assert {
    condition = (
      length(google_compute_network.this) == 0
      && length(google_compute_subnetwork.this) == 0
      && length(google_service_networking_connection.peering) == 0
    )
    error_message = "A network that is given is not changed."
  }
  assert {
    condition = (
      length(google_compute_forwarding_rule.database) == 1
      && length(google_dns_record_set.database) == 1
      && local._environment.search.CLOUD_SQL_IP_TYPE == "PSC"
      && contains(
        keys(google_project_iam_member.builder), "roles/compute.networkAdmin"
      )
    )
    error_message = "With psc there is an address, which the builder may make."
  }
}

run "more_instances_at_least_than_the_usual_most_fail_the_plan" {
  command = plan
  variables {
    retrieval_backend = "pgvector"
    release           = "0123abc"
    # Of rerank there are 5 at most, and 0 at least.
    functions = { rerank = { min_instances = 6 } }
  }
  expect_failures = [google_cloud_run_v2_service.function]
}

run "too_many_connections_or_no_place_for_plans_fail_the_plan" {
  command = plan
  variables {
    retrieval_backend = "pgvector"
    # 35 × 4 + 20 + 20 + 4 + 4 + 1 = 189, of 170.
    functions = { search = { max_instances = 35 } }
    repository = {
      id = join("/", [
        "projects", "acme-search", "locations", "us-central1",
        "connections", "github", "repositories", "groundwire",
      ])
      root = "terraform/examples/pgvector"
    }
  }
  expect_failures = [
    google_cloudbuild_trigger.stage,
    google_sql_database_instance.index,
  ]
}
