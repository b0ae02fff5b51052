import type { Caller } from '../../caller.ts';
import type { RagConfig } from '../../config.ts';
import { unlessGone } from '../../errors.ts';
import type { Hit } from '../backend.ts';
import { EVERYTHING } from '../filter.ts';
import type { RagClient } from './client.ts';
import type { Corpora } from './corpora.ts';
import { addressOf, mayBeIn } from './hit.ts';
import { idOf } from './names.ts';
import { keyOf } from './record.ts';
import { refusalOf, type Vet } from './vet.ts';

export interface PassageDependencies {
  readonly client: RagClient;
  readonly corpora: Corpora;
  readonly vet: Vet;
  readonly config: RagConfig;
}

/**
 * Opens passages by their ids, in that order, without those that are not there or not for this caller. The service has no call for
 * it, so every passage of the files that they may be in is asked for.
 */
export async function openPassages(
  caller: Caller,
  ids: readonly string[],
  dependencies: PassageDependencies,
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  const found = new Map<string, Hit>();
  const wanted = Map.groupBy(
    ids.flatMap((id) => addressOf(id) ?? []),
    ({ documentId }) => documentId,
  );
  for (const [documentId, addresses] of wanted) {
    const isWanted = (file: string) => addresses.some(({ version }) => mayBeIn(file, version));
    for (const hit of await passagesOf(caller, documentId, dependencies, signal, isWanted)) found.set(hit.id, hit);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Every passage of a document, or of those of its files that are wanted: of each there are no more than one request gives. In no order. */
export async function passagesOf(
  caller: Caller,
  documentId: string,
  { client, corpora, vet, config }: PassageDependencies,
  signal: AbortSignal,
  isWanted: (file: string) => boolean = () => true,
): Promise<readonly Hit[]> {
  const scope = { caller, filter: EVERYTHING };
  const truth = await vet.truthOf(caller.tenant, keyOf(documentId), signal);
  if (refusalOf(scope, truth, {}) !== undefined) return [];
  const found: Hit[] = [];
  for (const { file } of truth.known?.parts ?? []) {
    if (!isWanted(file)) continue;
    const request = { text: truth.known?.title ?? documentId, topK: config.maxTopK, fileIds: [idOf(file)], whole: true };
    const contexts = await unlessGone(corpora.using(caller.tenant, (corpus) => client.retrieve({ ...request, corpus }, signal), signal));
    const { hits } = await vet.contexts(scope, contexts ?? [], signal);
    found.push(...hits);
  }
  return found;
}
