# Who may do what: every grant of every service account, and nobody else.

mock_provider "google" {
  mock_data "google_project" {
    defaults = { number = "123456789012" }
  }
}

variables {
  project  = "acme-search"
  release  = "0123abc"
  invokers = { search = ["user:ann@example.com"] }
}

# Applied, so that members are known: each is the very account it belongs to.
run "with_pgvector" {
  command = apply
  variables {
    retrieval_backend = "pgvector"
    issuers = [{
      issuer   = "https://login.example.com"
      jwks_url = "https://login.example.com/jwks"
      audience = "groundwire"
    }]
    service_accounts = {
      "bot@acme-search.iam.gserviceaccount.com" = { tenant = "acme" }
    }
  }
  assert {
    condition = jsonencode({
      for name, account in google_service_account.workload :
      name => account.account_id
      }) == jsonencode({
      for name in [
        "answer", "backfill", "ingest", "migrate", "reconcile", "rerank",
        "search",
      ] : name => "groundwire-${name}"
    })
    error_message = "Each function and job has a service account of its own."
  }
  assert {
    condition = alltrue(concat(
      [
        for name, service in google_cloud_run_v2_service.function :
        service.template[0].service_account
        == google_service_account.workload[name].email
      ],
      [
        for name, job in google_cloud_run_v2_job.job :
        job.template[0].template[0].service_account
        == google_service_account.workload[name].email
      ],
    ))
    error_message = "Each runs as its own service account."
  }
  # All that they have: of the project and of the buckets.
  assert {
    condition = jsonencode({
      for name, account in google_service_account.workload :
      name => sort(concat(
        [
          for grant in concat(
            values(google_project_iam_member.cloudsql),
            values(google_project_iam_member.models),
            values(google_project_iam_member.ranks),
          ) : grant.role if grant.member == account.member
        ],
        [
          for grant in concat(
            values(google_storage_bucket_iam_member.uploads),
            values(google_storage_bucket_iam_member.index),
          ) : "${grant.bucket} ${grant.role}"
          if grant.member == account.member
        ],
      ))
      }) == jsonencode({
      answer = [
        "projects/acme-search/roles/groundwire_rank",
        "roles/aiplatform.user",
        "roles/cloudsql.client",
        "roles/cloudsql.instanceUser",
      ]
      backfill = [
        "acme-search-groundwire-uploads roles/storage.objectViewer",
        "roles/aiplatform.user",
        "roles/cloudsql.client",
        "roles/cloudsql.instanceUser",
      ]
      ingest = [
        "acme-search-groundwire-uploads roles/storage.objectViewer",
        "roles/aiplatform.user",
        "roles/cloudsql.client",
        "roles/cloudsql.instanceUser",
      ]
      migrate = ["roles/cloudsql.client", "roles/cloudsql.instanceUser"]
      reconcile = [
        "acme-search-groundwire-uploads roles/storage.objectViewer",
        "roles/aiplatform.user",
        "roles/cloudsql.client",
        "roles/cloudsql.instanceUser",
      ]
      rerank = ["projects/acme-search/roles/groundwire_rank"]
      search = [
        "projects/acme-search/roles/groundwire_rank",
        "roles/aiplatform.user",
        "roles/cloudsql.client",
        "roles/cloudsql.instanceUser",
      ]
    })
    error_message = "A service account has other roles than it should have."
  }
  assert {
    condition = alltrue([
      for grant in google_project_iam_member.cloudsql : strcontains(
        grant.condition[0].expression,
        "resource.name == 'projects/acme-search/instances/groundwire'"
      )
    ])
    error_message = "The rights to Cloud SQL are those to one instance."
  }
  assert {
    condition = jsonencode(
      google_project_iam_custom_role.rank["rank"].permissions
    ) == jsonencode(["discoveryengine.rankingConfigs.rank"])
    error_message = "To rank takes one permission."
  }

  # Who calls what: all grants that there are on services.
  assert {
    condition = jsonencode({
      for name, service in google_cloud_run_v2_service.function :
      name => sort([
        for grant in concat(
          values(google_cloud_run_v2_service_iam_member.caller),
          values(google_cloud_run_v2_service_iam_member.events),
          values(google_cloud_run_v2_service_iam_member.scheduler),
          values(google_cloud_run_v2_service_iam_member.smoke),
        ) : "${grant.role} ${grant.member}" if grant.name == service.name
      ])
      }) == jsonencode({
      answer = [
        "roles/run.invoker ${google_service_account.smoke["smoke"].member}"
      ]
      ingest = [
        "roles/run.invoker ${google_service_account.events.member}"
      ]
      reconcile = [
        "roles/run.invoker ${google_service_account.scheduler.member}"
      ]
      rerank = [
        "roles/run.invoker ${google_service_account.smoke["smoke"].member}"
      ]
      search = sort([
        "roles/run.invoker user:ann@example.com",
        "roles/run.invoker ${google_service_account.smoke["smoke"].member}",
      ])
    })
    error_message = "A function has other callers than it should have."
  }
  assert {
    condition = alltrue([
      for service in google_cloud_run_v2_service.function :
      service.invoker_iam_disabled != true
    ])
    error_message = "The check of callers by IAM is never off."
  }
  assert {
    condition = jsonencode({
      for name, service in google_cloud_run_v2_service.function :
      name => service.ingress
      }) == jsonencode({
      answer    = "INGRESS_TRAFFIC_ALL"
      ingest    = "INGRESS_TRAFFIC_INTERNAL_ONLY"
      reconcile = "INGRESS_TRAFFIC_INTERNAL_ONLY"
      rerank    = "INGRESS_TRAFFIC_ALL"
      search    = "INGRESS_TRAFFIC_ALL"
    })
    error_message = "Only what callers ask can be reached from outside."
  }

  assert {
    condition = alltrue([
      for bucket in [
        google_storage_bucket.uploads, google_storage_bucket.sources
        ] : (
        bucket.uniform_bucket_level_access
        && bucket.public_access_prevention == "enforced"
      )
    ])
    error_message = "No bucket can be made public."
  }
  assert {
    condition = alltrue([
      for bucket in [google_storage_bucket.uploads] : (
        bucket.versioning[0].enabled
        && bucket.soft_delete_policy[0].retention_duration_seconds == 604800
        && !bucket.force_destroy
        && length(bucket.lifecycle_rule) == 3
      )
    ])
    error_message = "What was overwritten or deleted can be had again."
  }

  # Whom search trusts, as the code wants to be told.
  assert {
    condition = jsonencode({
      for env in flatten([
        for service in [google_cloud_run_v2_service.function["search"]] :
        service.template[0].containers[0].env
        ]) : env.name => env.value if contains(
        ["TRUSTED_ISSUERS", "SERVICE_ACCOUNTS", "SERVICE_AUDIENCE"], env.name
      )
      }) == jsonencode({
      TRUSTED_ISSUERS = jsonencode([{
        issuer      = "https://login.example.com"
        jwksUrl     = "https://login.example.com/jwks"
        audience    = "groundwire"
        algorithms  = ["RS256"]
        tenantClaim = "tenant_id"
        groupsClaim = "groups"
      }])
      SERVICE_ACCOUNTS = jsonencode({
        "bot@acme-search.iam.gserviceaccount.com" = {
          groups = [], tenant = "acme"
        }
        "groundwire-smoke@acme-search.iam.gserviceaccount.com" = {
          groups = [], tenant = "smoke"
        }
      })
      SERVICE_AUDIENCE = join("", [
        "https://groundwire-search-123456789012.us-central1.run.app"
      ])
    })
    error_message = "search must know whom to trust."
  }
  assert {
    condition = !anytrue(flatten([
      for service in google_cloud_run_v2_service.function : [
        for env in service.template[0].containers[0].env : contains(
          ["LOCAL_JWT_SECRET", "DATABASE_URL", "GEMINI_API_KEY"], env.name
        )
      ]
    ]))
    error_message = "There is no secret in any environment."
  }

  # Who deploys, and what .ci is told of.
  assert {
    condition = alltrue([
      for line in [
        "FUNCTIONS='answer ingest reconcile rerank search'",
        "CALLED='answer rerank search'",
        "JOBS='backfill migrate'",
      ] : strcontains(output.deploy, line)
    ])
    error_message = ".ci/release must move traffic to five functions."
  }
  assert {
    condition = jsonencode(
      keys(google_project_iam_member.builder)
      ) == jsonencode([
        "roles/artifactregistry.admin",
        "roles/cloudscheduler.admin",
        "roles/cloudsql.admin",
        "roles/compute.networkAdmin",
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
    ])
    error_message = "The builder has other roles than it should have."
  }
  assert {
    condition = (
      google_project_iam_member.builder_grants.condition[0].expression
      == join("", [
        "api.getAttribute('iam.googleapis.com/modifiedGrantsByRole', [])",
        ".hasOnly(['projects/acme-search/roles/groundwire_rank', ",
        "'roles/aiplatform.user', 'roles/cloudsql.client', ",
        "'roles/cloudsql.instanceUser', 'roles/eventarc.eventReceiver', ",
        "'roles/logging.logWriter', 'roles/pubsub.publisher'])",
      ])
    )
    error_message = "The builder grants what functions need, and nothing else."
  }
  assert {
    condition = alltrue([
      for permission in google_project_iam_custom_role.buckets.permissions :
      startswith(permission, "storage.buckets.")
    ])
    error_message = "The builder makes buckets, and reads no document."
  }
  assert {
    condition = (
      google_project_iam_member.builder_deploys.condition[0].expression
      == join("", [
        "!resource.name.startsWith('projects/_/buckets/",
        "acme-search-groundwire-uploads')",
      ])
    )
    error_message = "What deploys from sources reads no document either."
  }
  assert {
    condition = (
      google_storage_bucket_iam_member.smoke["smoke"].condition[0].expression
      == join("", [
        "resource.name.startsWith('projects/_/buckets/",
        "acme-search-groundwire-uploads/objects/smoke/')",
      ])
    )
    error_message = "The builder writes documents of the smoke test only."
  }
}

run "with_vertex_rag" {
  command = apply
  variables {
    retrieval_backend = "vertex-rag"
    rag               = { import = "original" }
  }
  assert {
    condition = jsonencode({
      for name, account in google_service_account.workload :
      name => sort(concat(
        [
          for grant in concat(
            values(google_project_iam_member.models),
            values(google_project_iam_member.ranks),
          ) : grant.role if grant.member == account.member
        ],
        [
          for grant in concat(
            values(google_storage_bucket_iam_member.uploads),
            values(google_storage_bucket_iam_member.index),
          ) : "${grant.bucket} ${grant.role}"
          if grant.member == account.member
        ],
      ))
      }) == jsonencode(merge(
      {
        for name in ["backfill", "ingest", "reconcile"] : name => [
          "acme-search-groundwire-index roles/storage.objectUser",
          "acme-search-groundwire-uploads roles/storage.objectViewer",
          "roles/aiplatform.user",
        ]
      },
      {
        for name in ["answer", "search"] : name => [
          "acme-search-groundwire-index roles/storage.objectViewer",
          "acme-search-groundwire-uploads roles/storage.objectViewer",
          "projects/acme-search/roles/groundwire_rank",
          "roles/aiplatform.user",
        ]
      },
      { rerank = ["projects/acme-search/roles/groundwire_rank"] },
    ))
    error_message = "A service account has other roles than it should have."
  }
  assert {
    condition = alltrue([
      for line in [
        "FUNCTIONS='answer ingest reconcile rerank search'",
        "JOBS='backfill'", "MIGRATE_USER=''",
      ] : strcontains(output.deploy, line)
    ])
    error_message = "There is nothing to migrate."
  }
  # Of the uploads it reads only what is handed over as it is.
  assert {
    condition = jsonencode({
      for key, grant in google_storage_bucket_iam_member.rag_agent :
      key => "${grant.bucket} ${grant.role} ${grant.member}"
      }) == jsonencode({
      for key, grant in {
        "index objectCreator"  = "index roles/storage.objectCreator"
        "index objectViewer"   = "index roles/storage.objectViewer"
        "uploads objectViewer" = "uploads roles/storage.objectViewer"
        } : key => join("", [
          "acme-search-groundwire-${grant} serviceAccount:",
          "service-123456789012@gcp-sa-vertex-rag.iam.gserviceaccount.com",
      ])
    })
    error_message = "RAG Engine reads, and writes results; it deletes nothing."
  }
  assert {
    condition = alltrue([
      for bucket in google_storage_bucket.index : (
        bucket.uniform_bucket_level_access
        && bucket.public_access_prevention == "enforced"
      )
    ])
    error_message = "No bucket can be made public."
  }
}
