# What may be spent in a month. Needs a right on the billing account, which a
# project's owner often has not: without `billing` there is none.

resource "google_billing_budget" "month" {
  for_each        = var.billing == null ? {} : { month = var.billing }
  billing_account = each.value.account
  display_name    = "${var.name} in ${var.project}"

  budget_filter {
    projects               = ["projects/${data.google_project.this.number}"]
    calendar_period        = "MONTH"
    credit_types_treatment = "INCLUDE_ALL_CREDITS"
  }
  amount {
    specified_amount {
      currency_code = each.value.currency
      units         = tostring(each.value.amount)
    }
  }
  threshold_rules {
    threshold_percent = 0.5
  }
  threshold_rules {
    threshold_percent = 0.9
  }
  threshold_rules {
    threshold_percent = 1
    spend_basis       = "FORECASTED_SPEND"
  }
  threshold_rules {
    threshold_percent = 1
  }
  all_updates_rule {
    monitoring_notification_channels = local._channels
    disable_default_iam_recipients   = false
  }

  depends_on = [google_project_service.this]
}
