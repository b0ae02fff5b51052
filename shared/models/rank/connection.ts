import { RankServiceClient } from '@google-cloud/discoveryengine/build/src/v1/rank_service_client.js';
import { credentials } from '@grpc/grpc-js';
import { z } from 'zod';
import { abortable } from '../../abort.ts';
import type { RankerConfig } from '../../config.ts';
import { Refused } from '../../errors.ts';

export type VertexConfig = Extract<RankerConfig, { kind: 'vertex' }>;

export interface RankRequest {
  readonly rankingConfig: string;
  readonly model: string;
  readonly query: string;
  readonly records: readonly { readonly id: string; readonly title: string; readonly content: string }[];
  readonly ignoreRecordDetailsInResponse: boolean;
}

const reply = z.tuple([z.object({ records: z.array(z.object({ id: z.string(), score: z.number() })) })]).rest(z.unknown());

/** A connection of its own to the Ranking API. */
export interface Connection {
  /** Sends a request once. Rejects with the client's error, with Refused when there are no credentials, or with the signal's reason. */
  send(request: RankRequest, signal: AbortSignal): Promise<z.output<typeof reply>[0]['records']>;
  close(): Promise<void>;
}

/** A promise of the client's lower layer. The one that its public method gives has lost `cancel`. */
interface Sent extends Promise<unknown> {
  cancel(): void;
}

/** Connects, with Google's credentials as they are found. That is tried again after it has failed, by the next request. */
export function connect(config: VertexConfig): Connection {
  let opening: Promise<RankServiceClient> | undefined = open(config);

  const ready = async (signal: AbortSignal): Promise<RankServiceClient> => {
    opening ??= open(config);
    const current = opening;
    try {
      return await abortable(current, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (opening === current) opening = undefined;
      throw new Refused('The Ranking API can not be called: this service finds no Google credentials.', { cause: error });
    }
  };
  return {
    async send(request, signal) {
      const client = await ready(signal);
      const call = client.innerApiCalls.rank;
      if (!call) throw new TypeError('RankServiceClient has no call named rank');
      const headers = { 'x-goog-request-params': `ranking_config=${encodeURIComponent(request.rankingConfig)}` };
      // `retry: null`, for the client would go on for ten minutes.
      const sent: Sent = call(request, { timeout: config.timeoutMs, retry: null, otherArgs: { headers } });
      const cancel = () => sent.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return reply.parse(await sent)[0].records;
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    async close() {
      const client = await opening?.catch(() => undefined);
      await client?.close();
    },
  };
}

/** A client that is ready. `initialize` first: the client's own call of it leaves a rejection that nobody handles. */
function open(config: VertexConfig): Promise<RankServiceClient> {
  const client = new RankServiceClient({
    projectId: config.project,
    ...addressOf(config),
    // Otherwise every client of this process shares one connection, and a second attempt would wait behind the first.
    'grpc.use_local_subchannel_pool': 1,
    // Two minutes otherwise, in which every call fails although the API may be there again.
    'grpc.max_reconnect_backoff_ms': 5_000,
  });
  const opening = client.initialize().then(() => client);
  opening.catch(() => undefined);
  return opening;
}

function addressOf({ endpoint, location }: VertexConfig) {
  if (endpoint) {
    return {
      apiEndpoint: endpoint.host,
      port: endpoint.port,
      sslCreds: credentials.createInsecure(),
      // Or else the client asks the metadata server for it.
      clientOptions: { universeDomain: 'googleapis.com' },
    };
  }
  return location === 'global' ? {} : { apiEndpoint: `${location}-discoveryengine.googleapis.com` };
}
