/** A setting that is missing or wrong. `message` is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
