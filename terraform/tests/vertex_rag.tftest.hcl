# What examples/vertex-rag plans: see its README.

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
    source = "./examples/vertex-rag"
  }
  assert {
    condition = (
      keys(output.groundwire.service_accounts) == [
        "answer", "backfill", "ingest", "reconcile", "rerank", "search"
      ] && keys(output.groundwire.urls) == ["answer", "rerank", "search"]
    )
    error_message = "Five functions and one job: there is nothing to migrate."
  }
  assert {
    condition = (
      output.groundwire.database == null
      && output.groundwire.connections == null
      && output.groundwire.buckets.index == "acme-search-groundwire-index"
    )
    error_message = "There is a second bucket, and no database."
  }
}

run "everything_of_vertex_rag_is_there_and_nothing_else" {
  command = plan
  variables {
    retrieval_backend = "vertex-rag"
    rag = {
      ranker = "semantic-ranker-default@latest"
      tier   = "scaled"
    }
  }
  assert {
    condition = 0 == sum([
      length(google_sql_database_instance.index),
      length(google_sql_database.index),
      length(google_sql_user.workload),
      length(google_project_iam_member.cloudsql),
      length(google_compute_network.this),
      length(google_compute_subnetwork.this),
      length(google_compute_global_address.peering),
      length(google_service_networking_connection.peering),
      length(google_compute_address.database),
      length(google_compute_forwarding_rule.database),
      length(google_dns_managed_zone.database),
      length(google_dns_record_set.database),
    ])
    error_message = "With vertex-rag there is no database and no network."
  }
  assert {
    condition = (
      keys(google_cloud_run_v2_job.job) == ["backfill"]
      && !contains(keys(google_service_account.workload), "migrate")
      && !contains(keys(google_monitoring_alert_policy.alert), "connections")
    )
    error_message = "With vertex-rag nothing migrates and nothing connects."
  }
  assert {
    condition = alltrue([
      for service in google_cloud_run_v2_service.function :
      length(service.template[0].vpc_access) == 0
    ])
    error_message = "With vertex-rag no function goes through a network."
  }
  assert {
    condition = !anytrue(flatten([
      for service in google_cloud_run_v2_service.function : [
        for env in service.template[0].containers[0].env :
        can(regex("^(CLOUD_SQL|DATABASE|EMBED)", env.name))
      ]
    ]))
    error_message = "With vertex-rag no function is told of a database."
  }
  assert {
    condition = alltrue([
      for service in ["compute", "sqladmin", "servicenetworking", "dns"] :
      !contains(keys(google_project_service.this), "${service}.googleapis.com")
    ])
    error_message = "APIs of the other backend stay as they are."
  }
  assert {
    condition = alltrue([
      for role in [
        "roles/cloudsql.admin", "roles/compute.networkAdmin", "roles/dns.admin"
      ] : !contains(keys(google_project_iam_member.builder), role)
    ])
    error_message = "The builder needs no right over the other backend."
  }

  # Writers share what the project may ask.
  assert {
    condition = alltrue([
      for name in ["reconcile", "backfill"] :
      local._environment[name].RAG_IMPORTS == "1"
    ])
    error_message = "What seldom runs imports one at a time beside ingest."
  }
  assert {
    condition = {
      for env in flatten([
        for service in [google_cloud_run_v2_service.function["ingest"]] :
        service.template[0].containers[0].env
      ]) :
      env.name => env.value if startswith(env.name, "RAG_")
      } == {
      RAG_CHUNK_OVERLAP_TOKENS = "64"
      RAG_CHUNK_TOKENS         = "512"
      RAG_EMBED_MODEL          = "text-embedding-005"
      RAG_IMPORT               = "parsed"
      # One each of 3 at once.
      RAG_IMPORTS      = "1"
      RAG_INDEX_BUCKET = "gs://acme-search-groundwire-index"
      RAG_LOCATION     = "us-central1"
      RAG_MODE         = "spanner"
      RAG_RANKER       = "semantic-ranker-default@latest"
      # floor(60 / (3 + 1 + 1))
      RAG_REQUESTS_PER_MINUTE = "12"
      RAG_VECTOR_DB           = "rag-managed-db"
    }
    error_message = "ingest gets its share of the quota, and no empty value."
  }
  assert {
    condition = !anytrue([
      for env in flatten([
        for service in [google_cloud_run_v2_service.function["search"]] :
        service.template[0].containers[0].env
      ]) :
      contains(["RAG_IMPORTS", "RAG_REQUESTS_PER_MINUTE"], env.name)
    ])
    error_message = "search takes no part of the writers' quota."
  }

  assert {
    condition = alltrue([
      for config in google_vertex_ai_rag_engine_config.this : (
        config.region == "us-central1"
        && length(config.rag_managed_db_config[0].scaled) == 1
        && length(config.rag_managed_db_config[0].basic) == 0
      )
    ]) && length(google_vertex_ai_rag_engine_config.this) == 1
    error_message = "The engine's tier is the variable's."
  }
}

run "more_writers_than_requests_fail_the_plan" {
  command = plan
  variables {
    retrieval_backend = "vertex-rag"
    jobs              = { backfill = { tasks = 60 } }
  }
  expect_failures = [google_storage_bucket.index]
}

run "a_single_instance_of_ingest_has_all_three_imports" {
  command = plan
  variables {
    retrieval_backend = "vertex-rag"
    functions         = { ingest = { max_instances = 1 } }
    rag = {
      mode = "serverless", vector_db = "vertex-vector-search"
    }
  }
  assert {
    condition = {
      for env in flatten([
        for service in [google_cloud_run_v2_service.function["ingest"]] :
        service.template[0].containers[0].env
      ]) :
      env.name => env.value
      if contains(["RAG_IMPORTS", "RAG_REQUESTS_PER_MINUTE"], env.name)
      # floor(3 / 1) and floor(60 / (1 + 1 + 1))
    } == { RAG_IMPORTS = "3", RAG_REQUESTS_PER_MINUTE = "20" }
    error_message = "One instance has all imports and a third of the requests."
  }

  assert {
    condition     = length(google_vertex_ai_rag_engine_config.this) == 0
    error_message = "Serverless mode has nothing that Terraform could make."
  }
}
