# What wakes somebody, and what they then read: runbooks/NAME.md.

locals {
  _log_metric = {
    for name, metric in merge(
      google_logging_metric.counter, google_logging_metric.duration,
      { groundedness = google_logging_metric.groundedness },
      ) : name => join(" ", [
        "metric.type=\"logging.googleapis.com/user/${metric.name}\"",
        "resource.type=\"cloud_run_revision\"",
    ])
  }
  # Of a job too, so without a type of resource.
  _refused_metric = {
    for kind in ["cloud_run_revision", "cloud_run_job"] : kind => join(" ", [
      "metric.type=\"logging.googleapis.com/user/${var.name}_refused\"",
      "resource.type=\"${kind}\"",
    ])
  }
  # Of those that answer somebody: an event that fails comes again, and is
  # counted by how long it waits.
  _answering = join("|", sort([
    for name, function in local.functions : name
    if function.calls != "events"
  ]))
  _requests = format(
    "metric.type=\"%s\" resource.type=\"%s\" %s",
    "run.googleapis.com/request_count", "cloud_run_revision",
    join("", [
      "resource.labels.service_name=monitoring.regex.full_match(",
      "\"${var.name}-(${local._answering})\")",
    ]),
  )
  _subscription = join(" ", [
    "resource.type=\"pubsub_subscription\"",
    "metric.type=\"pubsub.googleapis.com/subscription",
  ])
  # As Eventarc calls them.
  _events_subscriptions = format(
    "starts_with(\"eventarc-%s-%s-ingest-\")", var.region, var.name
  )
  _postgres = join(" ", [
    "resource.type=\"cloudsql_database\"",
    "metric.type=\"cloudsql.googleapis.com/database/postgresql",
  ])

  # Conditions of one alert are alternatives. A rate is `filter` over `of`.
  # What is not `above` is `below`, and what is not 5 minutes' is `of_s`.
  _alerts = merge(
    {
      index-lag = {
        title = "documents are found late", severity = "WARNING"
        above = var.alert_thresholds.index_lag_s * 1000, for_s = 600
        conditions = { p95 = {
          filter  = local._log_metric.index_lag_ms, of = null
          aligner = "ALIGN_PERCENTILE_95", reducer = "REDUCE_MAX"
        } }
      }
      dead-letters = {
        title = "events were given up", severity = "CRITICAL"
        above = 0, for_s = 0
        conditions = { undelivered = {
          filter = join(" ", [
            "${local._subscription}/num_undelivered_messages\"",
            "resource.labels.subscription_id=\"${var.name}-dead-letters\"",
          ])
          of = null, aligner = "ALIGN_MAX", reducer = "REDUCE_SUM"
        } }
      }
      events-stuck = {
        title = "events are not dealt with", severity = "CRITICAL"
        above = var.alert_thresholds.oldest_event_s, for_s = 300
        conditions = { oldest = {
          filter = join(" ", [
            "${local._subscription}/oldest_unacked_message_age\"",
            "resource.labels.subscription_id=${local._events_subscriptions}",
          ])
          of = null, aligner = "ALIGN_MAX", reducer = "REDUCE_MAX"
        } }
      }
      ingest-failures = {
        title = "documents can not be indexed", severity = "WARNING"
        above = var.alert_thresholds.ingest_failures, for_s = 0
        conditions = { failed = {
          filter  = local._log_metric.ingest_failures, of = null
          aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
        } }
      }
      search-latency = {
        title = "searches are slow", severity = "WARNING"
        above = var.alert_thresholds.search_ms, for_s = 600
        conditions = { p95 = {
          filter  = local._log_metric.search_ms, of = null
          aligner = "ALIGN_DELTA", reducer = "REDUCE_PERCENTILE_95"
        } }
      }
      error-rate = {
        title = "requests fail", severity = "CRITICAL"
        above = var.alert_thresholds.error_rate, for_s = 300
        conditions = { rate = {
          filter = join(" ", [
            local._requests, "metric.labels.response_code_class=\"5xx\""
          ])
          of      = local._requests
          aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
        } }
      }
      rerank-degradation = {
        title = "searches go without the ranking model", severity = "WARNING"
        above = var.alert_thresholds.rerank_degraded_rate, for_s = 600
        conditions = { rate = {
          filter  = local._log_metric.rerank_degraded
          of      = local._log_metric.searches
          aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
        } }
      }
      refused = {
        title = "a Google service refuses this one", severity = "CRITICAL"
        above = 0, for_s = 0
        conditions = {
          for kind, filter in local._refused_metric : kind => {
            filter  = filter, of = null
            aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
          }
        }
      }
      foreign = {
        title    = "RAG Engine returned what is another tenant's"
        severity = "CRITICAL", above = 0, for_s = 0
        conditions = { dropped = {
          filter  = local._log_metric.foreign, of = null
          aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
        } }
      }
      zero-results = {
        title = "searches find nothing", severity = "WARNING"
        above = var.alert_thresholds.zero_result_rate, for_s = 1800
        conditions = { rate = {
          filter  = local._log_metric.zero_results
          of      = local._log_metric.searches
          aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
        } }
      }
      refusal-rate = {
        title = "questions are refused", severity = "WARNING"
        above = var.alert_thresholds.refusal_rate, for_s = 1800
        conditions = { rate = {
          filter  = local._log_metric.refusals
          of      = local._log_metric.answers
          aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
        } }
      }
      groundedness = {
        title = "answers say what no passage does", severity = "WARNING"
        # One in twenty is judged: fewer hours would be a handful.
        below = var.alert_thresholds.groundedness, for_s = 0, of_s = 21600
        conditions = { mean = {
          filter  = local._log_metric.groundedness, of = null
          aligner = "ALIGN_DELTA", reducer = "REDUCE_MEAN"
        } }
      }
      withheld-deletions = {
        title = "reconcile did not believe the bucket", severity = "WARNING"
        above = 0, for_s = 0
        conditions = { withheld = {
          filter  = local._log_metric.withheld, of = null
          aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
        } }
      }
    },
    local._pgvector ? {
      connections = {
        title = "the database runs out of connections", severity = "CRITICAL"
        above = local._allowed_connections, for_s = 300
        conditions = { backends = {
          filter = join(" ", [
            "${local._postgres}/num_backends\"",
            "resource.labels.database_id=\"${var.project}:${var.name}\"",
          ])
          of = null, aligner = "ALIGN_MAX", reducer = "REDUCE_SUM"
        } }
      }
    } : {},
  )

  _channels = concat(
    var.alert_channels,
    [for channel in google_monitoring_notification_channel.email : channel.id],
  )
}

resource "google_monitoring_notification_channel" "email" {
  for_each     = var.alert_emails
  project      = var.project
  display_name = "Groundwire: ${each.value}"
  type         = "email"
  labels       = { email_address = each.value }

  depends_on = [google_project_service.this]
}

resource "google_monitoring_alert_policy" "alert" {
  for_each              = local._alerts
  project               = var.project
  display_name          = "${var.name}: ${each.value.title}"
  combiner              = "OR"
  severity              = each.value.severity
  notification_channels = local._channels
  user_labels           = merge(var.labels, { alert = each.key })

  dynamic "conditions" {
    for_each = each.value.conditions
    content {
      display_name = "${each.key} ${conditions.key}"
      condition_threshold {
        filter = conditions.value.filter
        comparison = (
          can(each.value.below) ? "COMPARISON_LT" : "COMPARISON_GT"
        )
        threshold_value = try(each.value.below, each.value.above)
        duration        = "${each.value.for_s}s"
        aggregations {
          alignment_period     = "${try(each.value.of_s, 300)}s"
          per_series_aligner   = conditions.value.aligner
          cross_series_reducer = conditions.value.reducer
        }
        denominator_filter = conditions.value.of
        dynamic "denominator_aggregations" {
          for_each = conditions.value.of == null ? [] : [conditions.value]
          content {
            alignment_period     = "300s"
            per_series_aligner   = denominator_aggregations.value.aligner
            cross_series_reducer = denominator_aggregations.value.reducer
          }
        }
      }
    }
  }
  alert_strategy {
    auto_close = "86400s"
  }
  documentation {
    subject   = "Groundwire (${var.name}): ${each.value.title}"
    mime_type = "text/markdown"
    content   = file("${path.module}/runbooks/${each.key}.md")
  }
}
