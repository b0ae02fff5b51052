# What the logs are counted for. Fields of the log are those that the code
# writes: functions/http/handle.ts, and the folder of each function.

locals {
  _of = {
    for name in ["search", "rerank", "answer", "ingest", "reconcile"] :
    name => join(" ", [
      "resource.type=\"cloud_run_revision\"",
      "resource.labels.service_name=\"${var.name}-${name}\"",
    ])
  }
  _anywhere = join(" ", [
    "(resource.labels.service_name=~\"^${var.name}-\" OR",
    "resource.labels.job_name=~\"^${var.name}-\")",
  ])
  _answered = "jsonPayload.message=\"request\" jsonPayload.status=200"

  # By what was noted of it, not by its path: MCP is another door to both. A
  # stream that fails has its status already; without rounds, no answer.
  _searched = "${local._of.search} ${local._answered} jsonPayload.found>=0"
  _replied  = "${local._of.answer} ${local._answered} jsonPayload.hops>=0"

  _counters = {
    ingest_failures = {
      description = "Versions of documents that could not be indexed."
      filter = join(" ", [
        local._of.ingest, "jsonPayload.message=\"ingest\"",
        "jsonPayload.outcome=\"failed\""
      ])
    }
    searches = {
      description = "Searches that were answered."
      filter      = local._searched
    }
    zero_results = {
      description = "Searches that were answered and found nothing."
      filter      = "${local._searched} jsonPayload.found=0"
    }
    rerank_degraded = {
      description = "Searches that were answered in the fusion's order."
      filter      = "${local._searched} jsonPayload.degraded=\"rerank\""
    }
    answers = {
      description = "Questions that were answered, or refused."
      filter      = local._replied
    }
    refusals = {
      description = "Questions that were refused: no passage answers them."
      filter      = "${local._replied} jsonPayload.refused=true"
    }
    refused = {
      description = "Calls that a Google service refuses: see a person."
      filter      = "${local._anywhere} jsonPayload.alert=\"refused\""
    }
    foreign = {
      description = "Times that RAG Engine brought another tenant's text."
      filter      = "${local._anywhere} jsonPayload.alert=\"foreign\""
    }
    withheld = {
      description = "Tenants whose deletions reconcile did not believe."
      filter = join(" ", [
        local._of.reconcile,
        "jsonPayload.message=\"reconcile withheld deletions\""
      ])
    }
  }

  # In milliseconds, to a fifth: 1 ms to 11 minutes, and 100 ms to 3 days.
  _durations = {
    answer_ms = {
      description = "What an answer took, or a refusal."
      filter      = local._replied
      field       = "ms", scale = 1, buckets = 74
    }
    search_ms = {
      description = "What a search took."
      filter      = local._searched
      field       = "ms", scale = 1, buckets = 74
    }
    index_lag_ms = {
      description = "From the change of an object until it can be found."
      filter = join(" ", [
        local._of.ingest, "jsonPayload.message=\"ingest\"",
        "jsonPayload.lag_ms>=0"
      ])
      field = "lag_ms", scale = 100, buckets = 81
    }
  }
}

resource "google_logging_metric" "counter" {
  for_each    = local._counters
  project     = var.project
  name        = "${var.name}_${each.key}"
  description = each.value.description
  filter      = each.value.filter

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "INT64"
    unit        = "1"
  }

  depends_on = [google_project_service.this]
}

# Of the sample that is judged: how much of an answer its passages bear out.
# Refusals are in no sample, so `refusals` has to be read beside it.
resource "google_logging_metric" "groundedness" {
  project     = var.project
  name        = "${var.name}_groundedness"
  description = "Of an answer's claims, the share that its passages bear out."
  filter = join(" ", [
    local._of.answer, "jsonPayload.message=\"groundedness\"",
    "jsonPayload.groundedness>=0"
  ])
  value_extractor = "EXTRACT(jsonPayload.groundedness)"

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "DISTRIBUTION"
    unit        = "1"
  }
  # Twentieths, and 1 by itself.
  bucket_options {
    linear_buckets {
      offset             = 0
      width              = 0.05
      num_finite_buckets = 20
    }
  }

  depends_on = [google_project_service.this]
}

resource "google_logging_metric" "duration" {
  for_each        = local._durations
  project         = var.project
  name            = "${var.name}_${each.key}"
  description     = each.value.description
  filter          = each.value.filter
  value_extractor = "EXTRACT(jsonPayload.${each.value.field})"

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "DISTRIBUTION"
    unit        = "ms"
  }
  bucket_options {
    exponential_buckets {
      scale              = each.value.scale
      growth_factor      = 1.2
      num_finite_buckets = each.value.buckets
    }
  }

  depends_on = [google_project_service.this]
}
