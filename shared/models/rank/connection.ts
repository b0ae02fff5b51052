import { RankServiceClient } from '@google-cloud/discoveryengine/build/src/v1/rank_service_client.js';
import { z } from 'zod';
import type { RankerConfig } from '../../config.ts';
import { addressOf, createConnection } from '../../google-client.ts';
import { callOnce } from '../../grpc.ts';

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

/** Connects, with Google's credentials as they are found. That is tried again after it has failed, by the next request. */
export function connect({ project, location, endpoint, timeoutMs }: VertexConfig): Connection {
  const host = location === 'global' ? 'discoveryengine.googleapis.com' : `${location}-discoveryengine.googleapis.com`;
  const options = {
    projectId: project,
    ...addressOf(endpoint, host),
    // Otherwise every client of this process shares one connection, and a second attempt would wait behind the first.
    'grpc.use_local_subchannel_pool': 1,
    // Two minutes otherwise, in which every call fails although the API may be there again.
    'grpc.max_reconnect_backoff_ms': 5_000,
  };
  const { ready, close } = createConnection('The Ranking API', () => new RankServiceClient(options));
  // Ahead of the first search, which tries it again where this fails, and says so.
  ready(new AbortController().signal).catch(() => undefined);
  return {
    async send(request, signal) {
      const client = await ready(signal);
      const routing = ['ranking_config', request.rankingConfig] as const;
      return reply.parse(await callOnce(client, 'rank', request, { timeoutMs, routing, signal }))[0].records;
    },
    close,
  };
}
