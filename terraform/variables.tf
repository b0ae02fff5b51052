variable "alert_channels" {
  description = "Ids of notification channels that alerts go to."
  type        = list(string)
  default     = []
  validation {
    condition = alltrue([
      for id in var.alert_channels :
      can(regex("^projects/[^/]+/notificationChannels/[^/]+$", id))
    ])
    error_message = "A channel is projects/PROJECT/notificationChannels/ID."
  }
}

variable "alert_emails" {
  description = "Addresses that alerts go to; each becomes a channel."
  type        = set(string)
  default     = []
  validation {
    condition = alltrue([
      for address in var.alert_emails : can(regex("^[^@ ]+@[^@ ]+$", address))
    ])
    error_message = "Each of alert_emails must be an e-mail address."
  }
}

variable "alert_thresholds" {
  description = "Above what an alert is raised; rates are from 0 to 1."
  type = object({
    # Seconds that 95 % of the documents may take to be found.
    index_lag_s = optional(number, 300)
    # Seconds that an event may wait: redelivery ends after a day.
    oldest_event_s = optional(number, 3600)
    # Documents in 5 minutes.
    ingest_failures = optional(number, 5)
    # Milliseconds that 95 % of the searches may take.
    search_ms            = optional(number, 1500)
    error_rate           = optional(number, 0.02)
    rerank_degraded_rate = optional(number, 0.1)
    zero_result_rate     = optional(number, 0.3)
    refusal_rate         = optional(number, 0.4)
    # Below which: the mean of 6 hours, of the claims that passages bear out.
    groundedness = optional(number, 0.9)
  })
  default = {}
  validation {
    condition = alltrue([
      for rate in [
        var.alert_thresholds.error_rate,
        var.alert_thresholds.rerank_degraded_rate,
        var.alert_thresholds.zero_result_rate,
        var.alert_thresholds.refusal_rate,
        var.alert_thresholds.groundedness,
      ] : rate > 0 && rate < 1
    ])
    error_message = "A rate of alert_thresholds must lie between 0 and 1."
  }
  validation {
    condition     = var.alert_thresholds.oldest_event_s < 86400
    error_message = "oldest_event_s must be under 86400: events last a day."
  }
}

variable "answers" {
  description = <<-EOT
    Of the function answer: its models by role, where they are called, how much
    is judged, and what models cost. What is null is the code's own.
  EOT
  type = object({
    answer_model  = optional(string)
    control_model = optional(string)
    judge_model   = optional(string)
    judge_percent = optional(number)
    location      = optional(string)
    # US dollars for a million tokens, by model.
    prices = optional(map(object({
      cached = optional(number)
      input  = number
      output = number
    })))
  })
  default = {}
  validation {
    condition = alltrue([
      for model in [
        var.answers.answer_model,
        var.answers.control_model,
        var.answers.judge_model,
      ] : model == null || can(regex("^[a-z0-9][a-z0-9./@-]*$", model))
    ])
    error_message = "A model is named as the service does: gemini-…."
  }
  validation {
    condition = var.answers.judge_percent == null || try(
      var.answers.judge_percent >= 0 && var.answers.judge_percent <= 100
      && floor(var.answers.judge_percent) == var.answers.judge_percent,
      false
    )
    error_message = "answers.judge_percent must be whole, from 0 to 100."
  }
  validation {
    condition = alltrue(flatten([
      for price in values(coalesce(var.answers.prices, {})) : [
        for dollars in values(price) : try(dollars >= 0, true)
      ]
    ]))
    error_message = "A price of answers.prices can not be less than nothing."
  }
}

variable "approvers" {
  description = "IAM members who may approve a deployment."
  type        = set(string)
  default     = []
  validation {
    condition = alltrue([
      for member in var.approvers : can(regex("^(user|group):.+@.+$", member))
    ])
    error_message = "An approver is a person: user:ADDRESS or group:ADDRESS."
  }
}

variable "audiences" {
  description = "Audiences, beside their own address, that functions accept."
  type        = list(string)
  default     = []
  validation {
    condition     = alltrue([for audience in var.audiences : audience != ""])
    error_message = "An audience can not be empty."
  }
}

variable "base_image" {
  description = <<-EOT
    The nodejs24 runtime image of the region, whose security updates Cloud Run
    then puts under the running functions. Without it they come with the next
    release.
  EOT
  type        = string
  default     = null
  validation {
    condition = (
      var.base_image == null || can(regex("/nodejs24$", var.base_image))
    )
    error_message = "base_image must be a runtime image, …/nodejs24."
  }
}

variable "billing" {
  description = "The billing account and what may be spent in a month."
  type = object({
    account  = string
    amount   = number
    currency = optional(string, "USD")
  })
  default = null
  validation {
    condition = var.billing == null || can(
      regex("^[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{6}$", var.billing.account)
    )
    error_message = "billing.account must look like 012345-6789AB-CDEF01."
  }
  validation {
    condition = var.billing == null || can(
      regex("^[1-9][0-9]*$", tostring(var.billing.amount))
    )
    error_message = "billing.amount must be a whole number, 1 or more."
  }
}

variable "database" {
  description = "With pgvector: the Cloud SQL instance."
  type = object({
    availability = optional(string, "REGIONAL")
    # psa: peered with the network; psc: an address in it.
    connectivity    = optional(string, "psa")
    disk_gb         = optional(number, 50)
    edition         = optional(string, "ENTERPRISE")
    max_connections = optional(number, 200)
    tier            = optional(string, "db-custom-2-8192")
  })
  default = {}
  validation {
    condition     = contains(["REGIONAL", "ZONAL"], var.database.availability)
    error_message = "database.availability must be REGIONAL or ZONAL."
  }
  validation {
    condition     = contains(["psa", "psc"], var.database.connectivity)
    error_message = "database.connectivity must be psa or psc."
  }
  validation {
    condition = contains(
      ["ENTERPRISE", "ENTERPRISE_PLUS"], var.database.edition
    )
    error_message = "database.edition must be ENTERPRISE or ENTERPRISE_PLUS."
  }
  validation {
    condition = (
      startswith(var.database.tier, "db-perf-optimized-")
      == (var.database.edition == "ENTERPRISE_PLUS")
    )
    error_message = join(" ", [
      "database.tier must be db-perf-optimized-… with ENTERPRISE_PLUS, and",
      "with ENTERPRISE db-custom-CPUS-MEGABYTES.",
    ])
  }
  validation {
    condition = (
      var.database.max_connections >= 25
      && var.database.max_connections <= 4000
    )
    error_message = "database.max_connections must be from 25 to 4000."
  }
}

variable "deletion_protection" {
  description = "Whether the database, functions and jobs refuse deletion."
  type        = bool
  default     = true
}

variable "delivery_attempts" {
  description = <<-EOT
    How often an event is delivered before it is a dead letter. Waits are 10,
    20, 40 … 320 and then 600 seconds: 60 attempts are nine hours.
  EOT
  type        = number
  default     = 60
  validation {
    condition     = var.delivery_attempts >= 5 && var.delivery_attempts <= 100
    error_message = "delivery_attempts must be from 5 to 100."
  }
}

variable "embedding" {
  description = "With pgvector: the embedding model, and where it is called."
  type = object({
    dimensions = optional(number, 768)
    location   = optional(string)
    model      = optional(string, "gemini-embedding-001")
  })
  default = {}
  validation {
    condition = (
      var.embedding.dimensions >= 1 && var.embedding.dimensions <= 4000
    )
    error_message = "embedding.dimensions must be from 1 to 4000."
  }
}

variable "function_settings" {
  description = "Further environment variables, by function or job."
  type        = map(map(string))
  default     = {}
  validation {
    condition = alltrue([
      for name in keys(var.function_settings) : contains(
        [
          "search", "answer", "rerank", "ingest", "reconcile", "backfill",
          "migrate",
        ],
        name
      )
    ])
    error_message = "function_settings names a function that is not deployed."
  }
  validation {
    condition = alltrue([
      for name in flatten([for each in values(var.function_settings) : keys(each)]) :
      !contains(local._fixed_settings, name)
    ])
    error_message = join(" ", [
      "function_settings holds a name that is set here, or a secret.",
    ])
  }
}

variable "functions" {
  description = "Other sizes of functions than those of workloads.tf."
  type = map(object({
    always_on     = optional(bool)
    concurrency   = optional(number)
    cpu           = optional(number)
    max_instances = optional(number)
    memory        = optional(string)
    min_instances = optional(number)
    pool          = optional(number)
    timeout_s     = optional(number)
  }))
  default = {}
  validation {
    condition = alltrue([
      for name in keys(var.functions) :
      contains(["search", "answer", "rerank", "ingest", "reconcile"], name)
    ])
    error_message = "There is search, answer, rerank, ingest and reconcile."
  }
  validation {
    condition = alltrue([
      for function in values(var.functions) :
      try(function.max_instances >= 1, true)
    ])
    error_message = "max_instances must be 1 or more: 0 is no limit at all."
  }
  validation {
    condition = alltrue([
      for function in values(var.functions) :
      try(function.min_instances <= function.max_instances, true)
    ])
    error_message = "min_instances can not be more than max_instances."
  }
  validation {
    condition = alltrue([
      for function in values(var.functions) :
      try(function.cpu >= 1 || function.concurrency == 1, true)
    ])
    error_message = "With less than one processor, concurrency must be 1."
  }
  validation {
    condition = try(var.functions.ingest.timeout_s, null) == null || (
      try(var.functions.ingest.timeout_s <= 600, false)
    )
    error_message = "ingest's timeout_s: 600 at most, for Pub/Sub waits so."
  }
  validation {
    condition = (
      var.retrieval_backend != "vertex-rag"
      || try(var.functions.ingest.max_instances, null) == null
      || try(var.functions.ingest.max_instances <= 3, false)
    )
    error_message = join(" ", [
      "With vertex-rag ingest can have 3 instances at most, not",
      "${try(coalesce(var.functions.ingest.max_instances), 0)}: RAG Engine",
      "imports 3 files at once for a project and region, and each needs one.",
    ])
  }
}

variable "golden_gate" {
  description = "Ask the golden sets of each release; see the README."
  type        = bool
  default     = false
  validation {
    condition     = !var.golden_gate || var.smoke_tenant != null
    error_message = "golden_gate needs smoke_tenant, which holds the corpus."
  }
}

variable "ingress" {
  description = "From where functions that answer callers can be reached."
  type        = string
  default     = "INGRESS_TRAFFIC_ALL"
  validation {
    condition = contains([
      "INGRESS_TRAFFIC_ALL",
      "INGRESS_TRAFFIC_INTERNAL_LOAD_BALANCER",
      "INGRESS_TRAFFIC_INTERNAL_ONLY",
    ], var.ingress)
    error_message = "ingress must be one of Cloud Run's INGRESS_TRAFFIC_…."
  }
}

variable "invokers" {
  description = "IAM members who may call a function, by its name."
  type        = map(set(string))
  default     = {}
  validation {
    condition = alltrue([
      for name in keys(var.invokers) :
      contains(["search", "answer", "rerank"], name)
    ])
    error_message = "Only search, answer and rerank are called by members."
  }
  validation {
    condition = alltrue([
      for member in setunion([], values(var.invokers)...) : can(
        regex("^(user|group|serviceAccount|principal|principalSet):.+", member)
      )
    ])
    error_message = join(" ", [
      "An invoker is user:, group:, serviceAccount:, principal: or",
      "principalSet:. Functions are open to nobody else: allUsers and",
      "allAuthenticatedUsers are refused.",
    ])
  }
}

variable "issuers" {
  description = "Whose tokens callers come with: TRUSTED_ISSUERS."
  type = list(object({
    algorithms   = optional(list(string), ["RS256"])
    audience     = string
    groups_claim = optional(string, "groups")
    issuer       = string
    jwks_url     = string
    tenant_claim = optional(string, "tenant_id")
  }))
  default = []
  validation {
    condition = alltrue([
      for issuer in var.issuers : startswith(issuer.jwks_url, "https://")
    ])
    error_message = "jwks_url must begin with https://."
  }
}

variable "jobs" {
  description = "Other sizes of jobs than those of workloads.tf."
  type = map(object({
    cpu       = optional(number)
    memory    = optional(string)
    pool      = optional(number)
    tasks     = optional(number)
    timeout_s = optional(number)
  }))
  default = {}
  validation {
    condition = alltrue([
      for name in keys(var.jobs) : contains(["backfill", "migrate"], name)
    ])
    error_message = "There is backfill and, with pgvector, migrate."
  }
  validation {
    condition     = try(coalesce(var.jobs.migrate.tasks, 1) == 1, true)
    error_message = "migrate has one task: it changes a schema."
  }
}

variable "labels" {
  description = "Labels of everything that has labels."
  type        = map(string)
  default     = {}
  validation {
    condition = alltrue([
      for key, value in var.labels :
      can(regex("^[a-z][a-z0-9_-]{0,62}$", key)) &&
      can(regex("^[a-z0-9_-]{0,63}$", value))
    ])
    error_message = "Labels have lower-case letters, digits, - and _ only."
  }
}

variable "log_level" {
  description = "The least severe entries that are logged."
  type        = string
  default     = "INFO"
  validation {
    # Alerts count entries of INFO.
    condition     = contains(["DEBUG", "INFO"], var.log_level)
    error_message = "log_level must be DEBUG or INFO: alerts count INFO."
  }
}

variable "name" {
  description = "What all names begin with: one deployment of a project."
  type        = string
  default     = "groundwire"
  validation {
    condition = can(regex("^[a-z][a-z0-9-]{1,14}[a-z0-9]$", var.name))
    error_message = join(" ", [
      "name must have 3 to 16 lower-case letters, digits and -, and begin",
      "with a letter: a service account's name has 30 at most.",
    ])
  }
}

variable "network" {
  description = <<-EOT
    With pgvector: ids of a network and a subnetwork of the region that are
    there already. With psa the network is peered for services already too.
  EOT
  type        = object({ network = string, subnetwork = string })
  default     = null
  validation {
    condition = var.network == null || try(
      startswith(var.network.network, "projects/") &&
      startswith(var.network.subnetwork, "projects/"),
      false
    )
    error_message = "network and subnetwork must be ids: projects/…."
  }
}

variable "project" {
  description = "Id of the project."
  type        = string
  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project))
    error_message = "project must be a project's id, not its number or name."
  }
}

variable "rag" {
  description = "With vertex-rag: RAG Engine, and what it does to documents."
  type = object({
    chunk_overlap_tokens = optional(number, 64)
    chunk_tokens         = optional(number, 512)
    distance_threshold   = optional(number)
    embed_model          = optional(string, "text-embedding-005")
    hybrid_alpha         = optional(number)
    # Hand over the text that we read, or the file.
    import   = optional(string, "parsed")
    location = optional(string)
    mode     = optional(string, "spanner")
    ranker   = optional(string)
    # Of spanner mode; null leaves the region's engine as it is.
    tier      = optional(string, "basic")
    vector_db = optional(string, "rag-managed-db")
  })
  default = {}
  validation {
    condition     = contains(["spanner", "serverless"], var.rag.mode)
    error_message = "rag.mode must be spanner or serverless."
  }
  validation {
    condition = (
      var.retrieval_backend != "vertex-rag" || var.rag.mode != "serverless"
      || coalesce(var.rag.location, var.region) == "us-central1"
    )
    error_message = "rag.mode serverless is in us-central1 only."
  }
  validation {
    condition = contains(
      ["rag-managed-db", "vertex-vector-search"], var.rag.vector_db
    )
    error_message = "rag.vector_db: rag-managed-db or vertex-vector-search."
  }
  validation {
    condition = (
      var.rag.mode != "serverless" || var.rag.vector_db != "rag-managed-db"
    )
    error_message = "Serverless mode has no rag-managed-db."
  }
  validation {
    condition     = contains(["parsed", "original"], var.rag.import)
    error_message = "rag.import must be parsed or original."
  }
  validation {
    condition = (
      var.rag.tier == null
      || try(contains(["basic", "scaled"], var.rag.tier), false)
    )
    error_message = "rag.tier must be basic, scaled or null."
  }
  validation {
    condition     = var.rag.chunk_overlap_tokens * 2 <= var.rag.chunk_tokens
    error_message = "rag.chunk_overlap_tokens: at most half of chunk_tokens."
  }
  validation {
    condition = (
      var.rag.hybrid_alpha == null
      || try(var.rag.hybrid_alpha >= 0 && var.rag.hybrid_alpha <= 1, false)
    )
    error_message = "rag.hybrid_alpha must be from 0 (words) to 1 (meaning)."
  }
}

variable "ranker" {
  description = "The Ranking API, which orders what a search found."
  type = object({
    enabled  = optional(bool, true)
    location = optional(string, "global")
    model    = optional(string, "semantic-ranker-default@latest")
  })
  default = {}
  validation {
    condition     = contains(["global", "us", "eu"], var.ranker.location)
    error_message = "ranker.location must be global, us or eu."
  }
}

variable "rate_limit_per_minute" {
  description = "Requests of a tenant to one instance; 0 is no limit."
  type        = number
  default     = 0
  validation {
    condition = (
      var.rate_limit_per_minute >= 0 && var.rate_limit_per_minute <= 1000000
    )
    error_message = "rate_limit_per_minute must be from 0 to 1000000."
  }
}

variable "reconcile" {
  description = "When the index is made to say what the bucket says."
  type = object({
    schedule         = optional(string, "17 3 * * *")
    scheduler_region = optional(string)
    time_zone        = optional(string, "Etc/UTC")
  })
  default = {}
  validation {
    condition     = length(split(" ", var.reconcile.schedule)) == 5
    error_message = "reconcile.schedule must have the five fields of cron."
  }
}

variable "region" {
  description = "Where all of it is, the buckets included."
  type        = string
  default     = "us-central1"
  validation {
    condition     = can(regex("^[a-z]+-[a-z]+[0-9]+$", var.region))
    error_message = "region must be a region such as europe-west1."
  }
}

variable "release" {
  description = <<-EOT
    What is to run: the tag of the jobs' images and the folder of the sources.
    Null makes everything but functions, jobs and triggers.
  EOT
  type        = string
  default     = null
  validation {
    condition = (
      var.release == null
      || can(regex("^[a-z0-9][a-z0-9._-]{0,62}$", var.release))
    )
    error_message = "release must be a tag such as a commit's first digits."
  }
}

variable "repository" {
  description = <<-EOT
    A repository that Cloud Build is connected with, for the two triggers. `id`
    is projects/P/locations/L/connections/C/repositories/R; `root`, the folder
    that is applied.
  EOT
  type = object({
    branch = optional(string, "main")
    id     = string
    root   = string
    type   = optional(string, "GITHUB")
  })
  default = null
  validation {
    condition = var.repository == null || can(regex(
      "^projects/[^/]+/locations/[^/]+/connections/[^/]+/repositories/[^/]+$",
      var.repository.id
    ))
    error_message = "repository.id must be the id of a connected repository."
  }
}

variable "retrieval_backend" {
  description = "Our own Postgres (pgvector), or RAG Engine (vertex-rag)."
  type        = string
  validation {
    condition     = contains(["pgvector", "vertex-rag"], var.retrieval_backend)
    error_message = "retrieval_backend must be pgvector or vertex-rag."
  }
}

variable "service_accounts" {
  description = "Service accounts that may ask, for whom: SERVICE_ACCOUNTS."
  type = map(object({
    groups = optional(list(string), [])
    tenant = string
  }))
  default = {}
  validation {
    condition = alltrue([
      for email in keys(var.service_accounts) :
      endswith(email, ".gserviceaccount.com")
    ])
    error_message = "A service account is named by its e-mail address."
  }
}

variable "settings" {
  description = "Further environment variables of everything."
  type        = map(string)
  default     = {}
  validation {
    condition = alltrue([
      for name in keys(var.settings) : !contains(local._fixed_settings, name)
    ])
    error_message = "settings holds a name that is set here, or a secret."
  }
}

variable "smoke_tenant" {
  description = "Tenant of the smoke test; null is no smoke test."
  type        = string
  default     = "smoke"
  validation {
    condition = (
      var.smoke_tenant == null
      || can(regex("^[a-z0-9][a-z0-9-]{0,39}$", var.smoke_tenant))
    )
    error_message = "smoke_tenant must be a tenant's name."
  }
  validation {
    condition = (
      var.smoke_tenant == null || var.ingress == "INGRESS_TRAFFIC_ALL"
    )
    error_message = join(" ", [
      "The smoke test asks from outside, which ingress does not let in:",
      "every release would be taken back. Set smoke_tenant = null.",
    ])
  }
}

variable "state_bucket" {
  description = "Bucket of the state and of plans, made before all of this."
  type        = string
  default     = null
  validation {
    condition = (
      var.state_bucket == null
      || can(regex("^[a-z0-9._-]+$", var.state_bucket))
    )
    error_message = "state_bucket must be a bucket's name, without gs://."
  }
}

variable "subnetwork_range" {
  description = "With pgvector: addresses of the functions, a /26 or wider."
  type        = string
  default     = "10.8.0.0/24"
  validation {
    condition = (
      can(cidrhost(var.subnetwork_range, 0)) &&
      try(tonumber(split("/", var.subnetwork_range)[1]) <= 26, false)
    )
    error_message = "subnetwork_range must be a range, /26 or wider."
  }
}

variable "uploaders" {
  description = "IAM members who may put documents into the bucket."
  type        = set(string)
  default     = []
  validation {
    condition = alltrue([
      for member in var.uploaders : can(
        regex("^(user|group|serviceAccount|principal|principalSet):.+", member)
      )
    ])
    error_message = "An uploader is a member by name: never allUsers."
  }
}

variable "uploads" {
  description = "The bucket of the documents."
  type = object({
    name                = optional(string)
    noncurrent_days     = optional(number, 30)
    noncurrent_versions = optional(number, 5)
    soft_delete_days    = optional(number, 7)
  })
  default = {}
  validation {
    condition = (
      var.uploads.soft_delete_days >= 7 && var.uploads.soft_delete_days <= 90
    )
    error_message = "uploads.soft_delete_days must be from 7 to 90."
  }
  validation {
    condition = (
      var.uploads.noncurrent_days >= 1 && var.uploads.noncurrent_versions >= 1
    )
    error_message = "uploads must keep a former version for a day at least."
  }
}
