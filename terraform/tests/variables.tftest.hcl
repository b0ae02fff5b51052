# What can not work is refused before anything is planned.

mock_provider "google" {
  mock_data "google_project" {
    defaults = { number = "123456789012" }
  }
}

variables {
  project           = "acme-search"
  retrieval_backend = "pgvector"
}

# Many at once. What asks another variable (functions and rag) is not checked
# when that one is refused, so they come later.
run "refuses_first" {
  command = plan
  variables {
    # Another backend.
    retrieval_backend = "pinecone"
    # A projects number.
    project = "123456789012"
    # A name that is too long.
    name = "groundwire-of-the-team"
    # A zone for a region.
    region = "us-central1-a"
    # A release that is no tag.
    release = "v1/latest"
    # A migration by two.
    jobs = { migrate = { tasks = 2 } }
    # A tier of the other edition.
    database = { edition = "ENTERPRISE_PLUS" }
    # A rate above one.
    alert_thresholds = { zero_result_rate = 30 }
    # A model by its title.
    answers = { answer_model = "Gemini Lite" }
    # A channel by name.
    alert_channels = ["ops"]
    # An address that is none.
    alert_emails = ["ops"]
    # A robot that approves.
    approvers = ["serviceAccount:bot@acme-search.iam.gserviceaccount.com"]
    # Keys in the clear.
    issuers = [{ issuer = "i", audience = "a", jwks_url = "http://keys" }]
    # A secret among the settings.
    settings = { GEMINI_API_KEY = "x" }
    # Settings of nothing.
    function_settings = { answers = { A = "b" } }
    # Logs without what alerts count.
    log_level = "ERROR"
    # Labels with capitals.
    labels = { Team = "search" }
    # An account without an address.
    service_accounts = { bot = { tenant = "acme" } }
    # A tenant with a slash.
    smoke_tenant = "a/b"
    # An account of another form.
    billing = { account = "1", amount = 5 }
    # Delivery for ever.
    delivery_attempts = 1000
    # A base image of another node.
    base_image = "runtimes/nodejs20"
    # A ranker elsewhere.
    ranker = { location = "mars" }
    # A schedule that is none.
    reconcile = { schedule = "daily" }
    # A range that is too small.
    subnetwork_range = "10.8.0.0/28"
    # Too short a memory.
    uploads = { soft_delete_days = 0 }
    # A network by name.
    network = { network = "default", subnetwork = "default" }
    # A bucket with its scheme.
    state_bucket = "gs://state"
    # A repository by name.
    repository = { id = "groundwire", root = "." }
    # A negative limit.
    rate_limit_per_minute = -1
    # No dimensions.
    embedding = { dimensions = 0 }
    # An empty audience.
    audiences = [""]
    # An invoker of ingest.
    invokers = { ingest = ["user:ann@example.com"] }
  }
  expect_failures = [
    var.retrieval_backend,
    var.project,
    var.name,
    var.region,
    var.release,
    var.jobs,
    var.database,
    var.alert_thresholds,
    var.answers,
    var.alert_channels,
    var.alert_emails,
    var.approvers,
    var.issuers,
    var.settings,
    var.function_settings,
    var.log_level,
    var.labels,
    var.service_accounts,
    var.smoke_tenant,
    var.billing,
    var.delivery_attempts,
    var.base_image,
    var.ranker,
    var.reconcile,
    var.subnetwork_range,
    var.uploads,
    var.network,
    var.state_bucket,
    var.repository,
    var.rate_limit_per_minute,
    var.embedding,
    var.audiences,
    var.invokers,
  ]
}

run "refuses_second" {
  command = plan
  variables {
    # A function that is not there.
    functions = { replies = { cpu = 1 } }
    # Overlapping chunks.
    rag = { chunk_tokens = 100, chunk_overlap_tokens = 90 }
    # A database by another way.
    database = { connectivity = "public" }
    # Events that wait for days.
    alert_thresholds = { oldest_event_s = 90000 }
    # A setting that is set here.
    settings = { SERVICE_ACCOUNTS = "{}" }
    # A pool beside the budget of connections.
    function_settings = { search = { DATABASE_POOL_MAX = "100" } }
    # A smoke test from outside of what only answers inside.
    ingress = "INGRESS_TRAFFIC_INTERNAL_ONLY"
    # A fraction of a budget.
    billing = { account = "012345-6789AB-CDEF01", amount = 0.5 }
    # Every google account.
    invokers  = { search = ["allAuthenticatedUsers"] }
    uploaders = ["allAuthenticatedUsers"]
    # More than all.
    answers = { judge_percent = 101 }
  }
  expect_failures = [
    var.functions,
    var.rag,
    var.database,
    var.alert_thresholds,
    var.settings,
    var.function_settings,
    var.smoke_tenant,
    var.billing,
    var.invokers,
    var.uploaders,
    var.answers,
  ]
}

run "refuses_third" {
  command = plan
  variables {
    # No most of instances.
    functions = { search = { max_instances = 0 } }
    # Serverless with the spanner database.
    rag = { mode = "serverless" }
    # Everybody.
    invokers = { answer = ["allUsers"] }
    # An ingress of its own.
    ingress = "all"
    # A model that pays.
    answers = { prices = { m = { input = -1, output = 1 } } }
  }
  expect_failures = [
    var.functions,
    var.rag,
    var.ingress,
    var.invokers,
    var.answers,
  ]
}

run "refuses_fourth" {
  command = plan
  variables {
    # Fewer instances at most than at least.
    functions = { search = { min_instances = 5, max_instances = 2 } }
  }
  expect_failures = [
    var.functions,
  ]
}

run "refuses_fifth" {
  command = plan
  variables {
    # Half a processor for many requests.
    functions = { search = { cpu = 0.5, concurrency = 80 } }
  }
  expect_failures = [
    var.functions,
  ]
}

run "refuses_sixth" {
  command = plan
  variables {
    # An event that takes longer than pubsub waits.
    functions = { ingest = { timeout_s = 900 } }
  }
  expect_failures = [
    var.functions,
  ]
}

run "refuses_serverless_elsewhere" {
  command = plan
  variables {
    retrieval_backend = "vertex-rag"
    region            = "europe-west4"
    rag = {
      mode = "serverless", vector_db = "vertex-vector-search"
    }
  }
  expect_failures = [var.rag]
}

run "refuses_more_instances_of_ingest_than_imports" {
  command = plan
  variables {
    retrieval_backend = "vertex-rag"
    functions         = { ingest = { max_instances = 4 } }
  }
  expect_failures = [var.functions]
}

run "takes_what_can_work" {
  command = plan
  variables {
    functions = { ingest = { max_instances = 4 }, answer = { cpu = 2 } }
    answers   = { judge_percent = 0, answer_model = "gemini-3.5-flash-lite" }
  }
}
