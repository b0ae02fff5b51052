/** THE SEAM to a model that reads what is drawn on pages. */
export interface PdfReader {
  /**
   * The pages of a PDF as Markdown, in order. Throws InvalidInput when the model finds no text in it (NO_TEXT) or refuses
   * the file, Unavailable when it can't answer now, and Refused when it won't until somebody has looked.
   */
  read(pdf: Uint8Array, signal: AbortSignal): Promise<readonly string[]>;
}
