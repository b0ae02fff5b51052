import type { CallbackManagerForRetrieverRun } from '@langchain/core/callbacks/manager';
import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
// In a project of your own: from 'groundwire/client'.
import type { Client, Filter } from '../../../shared/client/index.ts';

/** The search as a retriever. The client holds one user's token, so a retriever is one user's: make it for a request. */
export class GroundwireRetriever extends BaseRetriever {
  override lc_namespace = ['groundwire', 'retrievers'];
  readonly #client: Client;
  readonly #options: { readonly top_k?: number; readonly filter?: Filter };

  constructor(client: Client, options: { readonly top_k?: number; readonly filter?: Filter } = {}) {
    super();
    this.#client = client;
    this.#options = options;
  }

  override async _getRelevantDocuments(query: string, _run?: CallbackManagerForRetrieverRun): Promise<Document[]> {
    const { passages } = await this.#client.search({ query, ...this.#options });
    return passages.map(
      ({ id, text, section, score, source, metadata }) =>
        new Document({ id, pageContent: text, metadata: { ...metadata, ...source, id, section, score } }),
    );
  }
}
