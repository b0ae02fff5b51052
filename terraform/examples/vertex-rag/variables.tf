variable "project" {
  description = "Id of the project."
  type        = string
}

variable "region" {
  description = "Where all of it is."
  type        = string
  default     = "us-central1"
}

variable "release" {
  description = "What is to run; null for the first apply."
  type        = string
  default     = null
}

variable "state_bucket" {
  description = "The bucket of the state and of plans."
  type        = string
  default     = null
}
