# One page: is it fresh, is it fast, does it find, does it hold.

locals {
  # Each chart: series of `filter`, `aligner`, `reducer` by label; a share has
  # what it is a share `of`. A row is two charts.
  _charts = concat(
    [
      {
        title = "Index lag, p95", unit = "ms"
        series = { p95 = {
          filter  = local._log_metric.index_lag_ms
          aligner = "ALIGN_PERCENTILE_95", reducer = "REDUCE_MAX"
        } }
      },
      {
        title = "Events that wait, oldest", unit = "s"
        series = { oldest = {
          filter  = local._alerts.events-stuck.conditions.oldest.filter
          aligner = "ALIGN_MAX", reducer = "REDUCE_MAX"
        } }
      },
      {
        title = "Failures of ingestion, and dead letters", unit = ""
        series = {
          failed = {
            filter  = local._log_metric.ingest_failures
            aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
          }
          dead = {
            filter  = local._alerts.dead-letters.conditions.undelivered.filter
            aligner = "ALIGN_MAX", reducer = "REDUCE_SUM"
          }
        }
      },
      {
        title = "Searches: p50 and p95", unit = "ms"
        series = {
          for p in ["50", "95"] : "p${p}" => {
            filter  = local._log_metric.search_ms
            aligner = "ALIGN_DELTA", reducer = "REDUCE_PERCENTILE_${p}"
          }
        }
      },
      {
        title = "Searches: all, without result, without model", unit = ""
        series = {
          for label, metric in {
            all     = "searches"
            nothing = "zero_results"
            model   = "rerank_degraded"
            } : label => {
            filter  = local._log_metric[metric]
            aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
          }
        }
      },
      {
        title = "Requests: all, failed", unit = ""
        series = {
          for label, filter in {
            all    = local._requests
            failed = local._alerts.error-rate.conditions.rate.filter
            } : label => {
            filter  = filter
            aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
          }
        }
      },
      # Beside each other: who refuses everything says nothing ungrounded.
      {
        title = "Answers: groundedness, and the share refused", unit = ""
        series = {
          groundedness = {
            filter  = local._log_metric.groundedness, of_s = 3600
            aligner = "ALIGN_DELTA", reducer = "REDUCE_MEAN"
          }
          refused = {
            filter  = local._log_metric.refusals, of_s = 3600
            of      = local._log_metric.answers
            aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
          }
        }
      },
      {
        title = "Questions: all, refused", unit = ""
        series = {
          for label, metric in { all = "answers", refused = "refusals" } :
          label => {
            filter  = local._log_metric[metric]
            aligner = "ALIGN_DELTA", reducer = "REDUCE_SUM"
          }
        }
      },
      {
        title = "Answers: p50 and p95", unit = "ms"
        series = {
          for p in ["50", "95"] : "p${p}" => {
            filter  = local._log_metric.answer_ms
            aligner = "ALIGN_DELTA", reducer = "REDUCE_PERCENTILE_${p}"
          }
        }
      },
    ],
    [
      for alert in values(local._alerts) : {
        title = "Connections, of ${var.database.max_connections}", unit = ""
        series = { open = {
          filter  = alert.conditions.backends.filter
          aligner = "ALIGN_MAX", reducer = "REDUCE_SUM"
        } }
      } if can(alert.conditions.backends)
    ],
  )

  # What is drawn, or what and of what.
  _drawn = [
    for chart in local._charts : {
      for label, series in chart.series : label => [
        for filter in try([series.filter, series.of], [series.filter]) : {
          filter = filter
          aggregation = {
            alignmentPeriod    = "${try(series.of_s, 300)}s"
            perSeriesAligner   = series.aligner
            crossSeriesReducer = series.reducer
          }
        }
      ]
    }
  ]
}

resource "google_monitoring_dashboard" "overview" {
  project = var.project
  dashboard_json = jsonencode({
    displayName = "Groundwire (${var.name})"
    mosaicLayout = {
      columns = 48
      tiles = [
        for i, chart in local._charts : {
          xPos   = i % 2 * 24
          yPos   = floor(i / 2) * 16
          width  = 24
          height = 16
          widget = {
            title = chart.title
            xyChart = {
              dataSets = [
                for label, series in chart.series : {
                  plotType       = "LINE"
                  targetAxis     = "Y1"
                  legendTemplate = label
                  timeSeriesQuery = merge(concat(
                    [
                      for parts in [local._drawn[i][label]] :
                      { timeSeriesFilter = parts[0] } if length(parts) == 1
                    ],
                    [
                      for parts in [local._drawn[i][label]] : {
                        timeSeriesFilterRatio = {
                          numerator = parts[0], denominator = parts[1]
                        }
                      } if length(parts) == 2
                    ],
                  )...)
                }
              ]
              yAxis = { label = chart.unit, scale = "LINEAR" }
            }
          }
        }
      ]
    }
  })

  depends_on = [google_project_service.this]
}
