output "deploy" {
  description = "For .ci: what the steps after an apply need, as shell."
  value       = module.groundwire.deploy
}

output "groundwire" {
  description = "What a platform team needs of it."
  value       = module.groundwire
}
