# With pgvector: a network between the functions and the database. Somebody
# else's can be given, with private access set up in it already.

locals {
  _psa         = local._pgvector && var.database.connectivity == "psa"
  _psc         = local._pgvector && var.database.connectivity == "psc"
  _own_network = local._pgvector && var.network == null
  _one_network = local._own_network ? { (var.name) = var.region } : {}

  _network = try(
    var.network.network, google_compute_network.this[var.name].id, null
  )
  _subnetwork = try(
    var.network.subnetwork, google_compute_subnetwork.this[var.name].id, null
  )
}

resource "google_compute_network" "this" {
  for_each                = local._one_network
  project                 = var.project
  name                    = each.key
  auto_create_subnetworks = false

  depends_on = [google_project_service.this]
}

# A /24: an instance takes an address, two while revisions change.
resource "google_compute_subnetwork" "this" {
  for_each                 = local._one_network
  project                  = var.project
  region                   = each.value
  name                     = "${each.key}-run"
  network                  = google_compute_network.this[each.key].id
  ip_cidr_range            = var.subnetwork_range
  private_ip_google_access = true
}

# psa: Google's network of the database is peered with this one.
resource "google_compute_global_address" "peering" {
  for_each      = local._psa ? local._one_network : {}
  project       = var.project
  name          = "${each.key}-peering"
  network       = google_compute_network.this[each.key].id
  purpose       = "VPC_PEERING"
  address_type  = "INTERNAL"
  prefix_length = 20
}

resource "google_service_networking_connection" "peering" {
  for_each                = google_compute_global_address.peering
  network                 = google_compute_network.this[each.key].id
  service                 = "servicenetworking.googleapis.com"
  reserved_peering_ranges = [each.value.name]
  deletion_policy         = "ABANDON"

  depends_on = [google_project_service.this]
}

# psc: the database is an address in this network, found by its own name.
locals {
  _endpoint = local._psc ? { (var.name) = var.region } : {}
}

resource "google_compute_address" "database" {
  for_each     = local._endpoint
  project      = var.project
  region       = each.value
  name         = "${each.key}-database"
  address_type = "INTERNAL"
  subnetwork   = local._subnetwork
}

resource "google_compute_forwarding_rule" "database" {
  for_each              = local._endpoint
  project               = var.project
  region                = each.value
  name                  = "${each.key}-database"
  network               = local._network
  ip_address            = google_compute_address.database[each.key].id
  load_balancing_scheme = ""
  target = (
    google_sql_database_instance.index["index"].psc_service_attachment_link
  )
}

resource "google_dns_managed_zone" "database" {
  for_each    = local._endpoint
  project     = var.project
  name        = "${each.key}-database"
  description = "The name by which the connector finds the database."
  dns_name    = google_sql_database_instance.index["index"].dns_name
  visibility  = "private"

  private_visibility_config {
    networks {
      network_url = local._network
    }
  }

  depends_on = [google_project_service.this]
}

resource "google_dns_record_set" "database" {
  for_each     = local._endpoint
  project      = var.project
  managed_zone = google_dns_managed_zone.database[each.key].name
  name         = google_sql_database_instance.index["index"].dns_name
  type         = "A"
  ttl          = 300
  rrdatas      = [google_compute_address.database[each.key].address]
}
