import type { RagConfig } from '../../../config.ts';
import type { GoogleService } from '../../../preflight/google.ts';
import type { RagClient } from '../client.ts';
import type { Corpora } from '../corpora.ts';

/** What the checks of RAG Engine look at. */
export interface Subject {
  readonly config: RagConfig;
  readonly client: Pick<RagClient, 'mode' | 'corpora' | 'retrieve'>;
  readonly corpora: Pick<Corpora, 'using'>;
  /** Those that are checked. */
  readonly tenants: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly service: () => GoogleService;
}
