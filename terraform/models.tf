# Models: embeddings and RAG Engine, and the Ranking API.

locals {
  _model_users = {
    for name, workload in local._workloads : name => workload
    if workload.models
  }
  _rankers = {
    for name, workload in local._workloads : name => workload
    if workload.ranks && var.ranker.enabled
  }
}

# The narrowest of the roles that the documentation names for calling a model
# and for RAG Engine alike. It can't be bound to less than the project.
resource "google_project_iam_member" "models" {
  for_each = local._model_users
  project  = var.project
  role     = "roles/aiplatform.user"
  member   = google_service_account.workload[each.key].member
}

# The predefined roles of Discovery Engine read every data store as well.
resource "google_project_iam_custom_role" "rank" {
  for_each    = var.ranker.enabled ? { rank = "rankingConfigs.rank" } : {}
  project     = var.project
  role_id     = replace("${var.name}_rank", "-", "_")
  title       = "Groundwire: rank passages"
  permissions = ["discoveryengine.${each.value}"]
}

resource "google_project_iam_member" "ranks" {
  for_each = local._rankers
  project  = var.project
  role = format(
    "projects/%s/roles/%s",
    var.project, google_project_iam_custom_role.rank["rank"].role_id
  )
  member = google_service_account.workload[each.key].member
}
