/** A model that tells whether passages support a claim. */
export interface Judge {
  /** Whether the passages together say what the claim says: not whether it is true. Throws what reaching the model throws. */
  supports(claim: string, passages: readonly string[], signal: AbortSignal): Promise<boolean>;
}
