/** What a change of the embedding model is carried out by. A managed engine has none: it keeps its vectors to itself. */
export interface Reembedding {
  /** The configured model. */
  readonly model: string;
  /**
   * Writes the configured model's vectors beside those of other models, for every document that lacks some; searches go
   * on, and what is there already costs nothing, so it can be stopped and run again.
   */
  reembed(options: ReembedOptions): Promise<ReembedReport>;
  /** The models that vectors are stored of. */
  models(signal: AbortSignal): Promise<readonly ModelReport[]>;
  /** Deletes the vectors of a model; returns how many. */
  drop(model: string, signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

export interface ReembedOptions {
  /** One tenant only. */
  readonly tenant?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface ReembedReport {
  readonly model: string;
  /** Documents that lacked vectors. */
  readonly documents: number;
  /** Passages that went through the model. */
  readonly embedded: number;
}

export interface ModelReport {
  readonly model: string;
  readonly vectors: number;
  /** Documents whose every chunk has a vector of it, of all that are searchable. */
  readonly documents: number;
  readonly of: number;
}
