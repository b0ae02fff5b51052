terraform {
  required_version = ">= 1.11, < 2"
  required_providers {
    # Only arguments that 6.50 and 7.x both have.
    google = {
      source  = "hashicorp/google"
      version = ">= 6.50, < 8"
    }
  }
}
