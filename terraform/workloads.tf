# What is deployed. A new function is one entry here and a bundle of its name.
#
#   calls     who may invoke it: `members` (var.invokers), `events`, `schedule`
#   answers   it checks callers' tokens, and so is told whom to trust
#   database  what migrate lets it do there: `readers`, `writers` or `owner`
#   uploads   backends with which it reads the uploads
#   index     with vertex-rag, what it does in the index bucket
#   models    it calls embedding or generating models, or RAG Engine
#   ranks     it calls the Ranking API
#   tasks, max_instances  with `pool`, what the connection budget counts

locals {
  # Two documents are parsed at once, each in up to 1.5 times 512 MB.
  _parsing = { PARSE_WORKERS = "2", PARSE_MEMORY_MB = "512" }
  _both    = ["pgvector", "vertex-rag"]

  _functions = {
    search = {
      calls       = "members"
      answers     = true
      database    = "readers"
      uploads     = ["vertex-rag"]
      index       = "read"
      models      = true
      ranks       = true
      cpu         = 1
      memory      = "1Gi"
      concurrency = 40
      timeout_s   = 30
      pool        = 4
      settings    = {}
      # An instance that is warm: a first question must not wait for a start.
      # Its processor stays on: the connector renews its certificate by a
      # timer, which runs too late where the processor is taken away.
      min_instances = 1
      max_instances = 10
      always_on     = true
    }
    answer = {
      calls       = "members"
      answers     = true
      database    = "readers"
      uploads     = ["vertex-rag"]
      index       = "read"
      models      = true
      ranks       = true
      cpu         = 1
      memory      = "1Gi"
      concurrency = 20
      # The code ends a turn after 60 s (TURN_TIMEOUT_MS).
      timeout_s     = 120
      pool          = 4
      settings      = local._generation
      min_instances = 0
      max_instances = 5
      # A sample of the answers is judged when the reply has gone.
      always_on = true
    }
    rerank = {
      calls         = "members"
      answers       = true
      database      = null
      uploads       = []
      index         = null
      models        = false
      ranks         = true
      cpu           = 1
      memory        = "512Mi"
      concurrency   = 80
      timeout_s     = 30
      pool          = 0
      settings      = {}
      min_instances = 0
      max_instances = 5
      always_on     = false
    }
    ingest = {
      calls       = "events"
      answers     = false
      database    = "writers"
      uploads     = local._both
      index       = "write"
      models      = true
      ranks       = false
      cpu         = 2
      memory      = "2Gi"
      concurrency = 4
      # A document's 540 s, and what is around it; Pub/Sub waits 600 at most.
      timeout_s     = 570
      pool          = 4
      settings      = local._parsing
      min_instances = 0
      max_instances = local._rag ? 3 : 5
      always_on     = false
    }
    reconcile = {
      calls       = "schedule"
      answers     = false
      database    = "writers"
      uploads     = local._both
      index       = "write"
      models      = true
      ranks       = false
      cpu         = 2
      memory      = "2Gi"
      concurrency = 1
      # A scheduler waits 30 minutes at most.
      timeout_s     = 1800
      pool          = 4
      settings      = local._parsing
      min_instances = 0
      max_instances = 1
      always_on     = false
    }
  }

  _jobs = merge(
    {
      backfill = {
        database  = "writers"
        uploads   = local._both
        index     = "write"
        models    = true
        ranks     = false
        cpu       = 2
        memory    = "2Gi"
        timeout_s = 86400
        retries   = 3
        pool      = 4
        tasks     = 1
        settings  = local._parsing
      }
    },
    local._pgvector ? {
      migrate = {
        database  = "owner"
        uploads   = []
        index     = null
        models    = false
        ranks     = false
        cpu       = 1
        memory    = "512Mi"
        timeout_s = 1800
        # Not again by itself: what failed was rolled back, and is looked at.
        retries = 0
        pool    = 1
        tasks   = 1
        # A login inherits what a role of its may touch, not that it may create
        # roles: it has to take the role on. README, "The first migration".
        settings = { PGOPTIONS = "-c role=cloudsqlsuperuser" }
      }
    } : {},
  )

  # With what the variables say over it.
  functions = {
    for name, function in local._functions : name => merge(function, {
      for key, value in try(var.functions[name], {}) : key => value
      if value != null
    })
  }
  jobs = {
    for name, job in local._jobs : name => merge(job, {
      for key, value in try(var.jobs[name], {}) : key => value
      if value != null
    })
  }
  _workloads = merge(local.functions, local.jobs)

  # Without a release there is nothing to run yet: the first apply makes the
  # place that the build writes to.
  _released_functions = var.release == null ? {} : local.functions
  _released_jobs      = var.release == null ? {} : local.jobs

  _called = [
    for name, function in local._released_functions : name
    if function.calls == "members"
  ]

  # Known before the services are: Cloud Run gives each this address too.
  _urls = {
    for name in keys(local.functions) : name => format(
      "https://%s-%s-%s.%s.run.app",
      var.name, name, data.google_project.this.number, var.region
    )
  }
}

# Each is somebody of its own, so that it can be allowed its own work only.
resource "google_service_account" "workload" {
  for_each     = local._workloads
  project      = var.project
  account_id   = "${var.name}-${each.key}"
  display_name = "Groundwire ${each.key}"
}
