# The environment of each workload, from one table: README.md of the project,
# "Configuration", says what each variable is.

locals {
  # What is set here, or is a secret: no setting goes before it.
  _fixed_settings = [
    "CLOUD_SQL_INSTANCE", "DATABASE_POOL_MAX", "DATABASE_URL",
    "DATABASE_USER", "GEMINI_API_KEY", "GROUNDWIRE_BUCKET",
    "LOCAL_JWT_SECRET", "NODE_ENV", "PORT", "RAG_IMPORTS",
    "RAG_INDEX_BUCKET", "RAG_REQUESTS_PER_MINUTE", "RETRIEVAL_BACKEND",
    "SERVICE_ACCOUNTS", "SERVICE_AUDIENCE", "TRUSTED_ISSUERS",
  ]

  _common = {
    NODE_ENV              = "production"
    LOG_LEVEL             = var.log_level
    GOOGLE_CLOUD_PROJECT  = var.project
    GOOGLE_CLOUD_LOCATION = coalesce(var.embedding.location, var.region)
  }

  # Of what works on the index: all but rerank.
  _index = merge(
    {
      RETRIEVAL_BACKEND = var.retrieval_backend
      GROUNDWIRE_BUCKET = "gs://${local._uploads_name}"
    },
    local._pgvector ? {
      EMBEDDER           = "gemini"
      EMBED_MODEL        = var.embedding.model
      EMBED_DIMENSIONS   = tostring(var.embedding.dimensions)
      CLOUD_SQL_INSTANCE = local._instance_connection
      CLOUD_SQL_IP_TYPE  = local._psc ? "PSC" : "PRIVATE"
      DATABASE_NAME      = local._database_name
    } : {},
    local._rag ? local._rag_environment : {},
  )

  # Of what checks tokens.
  _trust = {
    RATE_LIMIT_PER_MINUTE = tostring(var.rate_limit_per_minute)
    RERANKER              = var.ranker.enabled ? "vertex" : "none"
    RERANK_MODEL          = var.ranker.model
    RERANK_LOCATION       = var.ranker.location
    TRUSTED_ISSUERS = jsonencode([
      for issuer in var.issuers : {
        issuer      = issuer.issuer
        jwksUrl     = issuer.jwks_url
        audience    = issuer.audience
        algorithms  = issuer.algorithms
        tenantClaim = issuer.tenant_claim
        groupsClaim = issuer.groups_claim
      }
    ])
    SERVICE_ACCOUNTS = jsonencode(merge(
      var.service_accounts,
      var.smoke_tenant == null ? {} : {
        (local._smoke_email) = { tenant = var.smoke_tenant, groups = [] }
      },
    ))
  }

  # Of what answers questions. What is null is the code's own.
  _generation = {
    for key, value in {
      GENERATOR         = "gemini"
      ANSWER_MODEL      = var.answers.answer_model
      CONTROL_MODEL     = var.answers.control_model
      JUDGE_MODEL       = var.answers.judge_model
      JUDGE_PERCENT     = tostring(var.answers.judge_percent)
      GENERATE_LOCATION = var.answers.location
      MODEL_PRICES = var.answers.prices == null ? null : jsonencode({
        for model, price in var.answers.prices : model => {
          for of, dollars in price : of => dollars if dollars != null
        }
      })
    } : key => value if value != null
  }

  _environment = {
    for name, workload in local._workloads : name => merge(
      local._common,
      workload.database == null ? {} : local._index,
      workload.database == null || local._rag ? {} : {
        DATABASE_USER     = local._database_users[name]
        DATABASE_POOL_MAX = tostring(workload.pool)
      },
      workload.database == "owner" ? {
        DATABASE_READERS = join(",", local._members["readers"])
        DATABASE_WRITERS = join(",", local._members["writers"])
      } : {},
      local._rag && workload.index == "write" ? {
        RAG_REQUESTS_PER_MINUTE = tostring(local._rag_requests)
        RAG_IMPORTS             = tostring(name == "ingest" ? local._rag_imports : 1)
      } : {},
      try(workload.answers, false) ? merge(local._trust, {
        SERVICE_AUDIENCE = local._urls[name]
      }) : {},
      workload.settings,
      var.settings,
      lookup(var.function_settings, name, {}),
    )
  }
}
