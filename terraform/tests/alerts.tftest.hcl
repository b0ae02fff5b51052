# Every alert is there, says what to do, and counts what the code writes.

mock_provider "google" {
  mock_data "google_project" {
    defaults = { number = "123456789012" }
  }
}

variables {
  project           = "acme-search"
  release           = "0123abc"
  retrieval_backend = "pgvector"
}

run "somebody_is_told_and_told_what_to_do" {
  command = plan
  variables {
    alert_emails     = ["ops@example.com"]
    alert_thresholds = { index_lag_s = 60, search_ms = 800, error_rate = 0.05 }
    billing          = { account = "012345-6789AB-CDEF01", amount = 500 }
  }
  assert {
    condition = jsonencode(
      keys(google_monitoring_alert_policy.alert)
      ) == jsonencode([
        "connections", "dead-letters", "error-rate", "events-stuck",
        "foreign", "groundedness", "index-lag", "ingest-failures", "refusal-rate",
        "refused", "rerank-degradation", "search-latency",
        "withheld-deletions", "zero-results",
    ])
    error_message = "An alert is missing, or has no place in this list."
  }
  assert {
    condition = alltrue([
      for key, alert in google_monitoring_alert_policy.alert : (
        startswith(alert.documentation[0].content, "**What it means.**")
        && strcontains(alert.documentation[0].content, "\n1. ")
        && alert.documentation[0].mime_type == "text/markdown"
        && length(alert.notification_channels) == 1
      )
    ])
    error_message = "An alert needs a runbook, with steps, and a reader."
  }
  assert {
    condition = length(distinct([
      for alert in google_monitoring_alert_policy.alert :
      alert.documentation[0].content
    ])) == length(google_monitoring_alert_policy.alert)
    error_message = "Each alert has a runbook of its own."
  }
  assert {
    condition = jsonencode({
      for key, alert in google_monitoring_alert_policy.alert :
      key => join(" ", [
        for condition in alert.conditions :
        condition.condition_threshold[0].threshold_value
      ])
      }) == jsonencode({
      connections        = "170"
      dead-letters       = "0"
      error-rate         = "0.05"
      events-stuck       = "3600"
      foreign            = "0"
      groundedness       = "0.9"
      index-lag          = "60000"
      ingest-failures    = "5"
      refusal-rate       = "0.4"
      refused            = "0 0"
      rerank-degradation = "0.1"
      search-latency     = "800"
      withheld-deletions = "0"
      zero-results       = "0.3"
    })
    error_message = "Thresholds are the variables', in the metrics' units."
  }
  assert {
    condition = jsonencode({
      for key, alert in google_monitoring_alert_policy.alert : key => join(
        " ", [
          for threshold in alert.conditions[0].condition_threshold :
          "${threshold.comparison} ${join(" ", [
            for each in threshold.aggregations :
            "${each.alignment_period} ${each.cross_series_reducer}"
          ])}"
        ]
      ) if contains(["error-rate", "groundedness"], key)
      }) == jsonencode({
      error-rate   = "COMPARISON_GT 300s REDUCE_SUM"
      groundedness = "COMPARISON_LT 21600s REDUCE_MEAN"
    })
    error_message = "Of groundedness too little is told of, not too much."
  }
  assert {
    condition = jsonencode([
      for key, alert in google_monitoring_alert_policy.alert : key
      if anytrue([
        for condition in alert.conditions :
        condition.condition_threshold[0].denominator_filter != null
      ])
      ]) == jsonencode([
      "error-rate", "refusal-rate", "rerank-degradation", "zero-results",
    ])
    error_message = "A rate has something that it is a rate of."
  }
  assert {
    condition = jsonencode({
      for key, metric in merge(
        google_logging_metric.counter, google_logging_metric.duration,
        { groundedness = google_logging_metric.groundedness }
      ) : key => regexall("jsonPayload[^ )]+", metric.filter)
      }) == jsonencode({
      answer_ms = [
        "jsonPayload.message=\"request\"", "jsonPayload.status=200",
        "jsonPayload.hops>=0"
      ]
      answers = [
        "jsonPayload.message=\"request\"", "jsonPayload.status=200",
        "jsonPayload.hops>=0"
      ]
      foreign = ["jsonPayload.alert=\"foreign\""]
      groundedness = [
        "jsonPayload.message=\"groundedness\"", "jsonPayload.groundedness>=0"
      ]
      index_lag_ms = [
        "jsonPayload.message=\"ingest\"", "jsonPayload.lag_ms>=0"
      ]
      ingest_failures = [
        "jsonPayload.message=\"ingest\"", "jsonPayload.outcome=\"failed\""
      ]
      refusals = [
        "jsonPayload.message=\"request\"", "jsonPayload.status=200",
        "jsonPayload.hops>=0", "jsonPayload.refused=true"
      ]
      refused = ["jsonPayload.alert=\"refused\""]
      rerank_degraded = [
        "jsonPayload.message=\"request\"", "jsonPayload.status=200",
        "jsonPayload.found>=0", "jsonPayload.degraded=\"rerank\""
      ]
      search_ms = [
        "jsonPayload.message=\"request\"", "jsonPayload.status=200",
        "jsonPayload.found>=0"
      ]
      searches = [
        "jsonPayload.message=\"request\"", "jsonPayload.status=200",
        "jsonPayload.found>=0"
      ]
      withheld = ["jsonPayload.message=\"reconcile"]
      zero_results = [
        "jsonPayload.message=\"request\"", "jsonPayload.status=200",
        "jsonPayload.found>=0", "jsonPayload.found=0"
      ]
    })
    error_message = "A metric counts fields that the code does not write."
  }
  assert {
    condition = jsonencode({
      for key, metric in merge(
        google_logging_metric.duration,
        { groundedness = google_logging_metric.groundedness }
      ) : key => metric.value_extractor
      }) == jsonencode({
      answer_ms    = "EXTRACT(jsonPayload.ms)"
      groundedness = "EXTRACT(jsonPayload.groundedness)"
      index_lag_ms = "EXTRACT(jsonPayload.lag_ms)"
      search_ms    = "EXTRACT(jsonPayload.ms)"
    })
    error_message = "A duration is a field of the log."
  }
  assert {
    condition = jsonencode([
      for rule in google_billing_budget.month["month"].threshold_rules :
      rule.threshold_percent
    ]) == jsonencode([0.5, 0.9, 1, 1])
    error_message = "The budget warns before it is spent."
  }
  assert {
    condition = jsonencode([
      for tile in jsondecode(
        google_monitoring_dashboard.overview.dashboard_json
      ).mosaicLayout.tiles : tile.widget.title
      ]) == jsonencode([
      "Index lag, p95",
      "Events that wait, oldest",
      "Failures of ingestion, and dead letters",
      "Searches: p50 and p95",
      "Searches: all, without result, without model",
      "Requests: all, failed",
      "Answers: groundedness, and the share refused",
      "Questions: all, refused",
      "Answers: p50 and p95",
      "Connections, of 200",
    ])
    error_message = "The dashboard shows what alerts are about."
  }
  # Whoever refuses everything says nothing ungrounded.
  assert {
    condition = jsonencode([
      for tile in jsondecode(
        google_monitoring_dashboard.overview.dashboard_json
        ).mosaicLayout.tiles : {
        for set in tile.widget.xyChart.dataSets : set.legendTemplate => [
          for kind, part in set.timeSeriesQuery : "${kind} ${join(" over ", [
            for found in
            regexall("user/groundwire_([a-z]+)", jsonencode(part)) : found[0]
          ])}"
        ][0]
      } if strcontains(tile.widget.title, "groundedness")
      ]) == jsonencode([{
        groundedness = "timeSeriesFilter groundedness"
        refused      = "timeSeriesFilterRatio answers over refusals"
    }])
    error_message = "Groundedness and refusals stand in one chart."
  }
}
