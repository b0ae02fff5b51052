import { credentials } from '@grpc/grpc-js';
import { abortable } from './abort.ts';
import { Refused } from './errors.ts';

/** A client of a Google service that is opened once, by whoever asks first, and again after that has failed. */
export interface Connection<Client> {
  /** Rejects with Refused when there are no credentials, or with the signal's reason. */
  ready(signal: AbortSignal): Promise<Client>;
  close(): Promise<void>;
}

interface Opened {
  initialize(): Promise<unknown>;
  close(): Promise<void>;
}

/** A connection to the service of that name, opened with Google's credentials as they are found. Nothing is opened until it is used. */
export function createConnection<Client extends Opened>(service: string, create: () => Client): Connection<Client> {
  let opening: Promise<Client> | undefined;
  // `initialize` first: the client's own call of it leaves a rejection that nobody handles.
  const open = async () => {
    const client = create();
    await client.initialize();
    return client;
  };
  return {
    async ready(signal) {
      opening ??= open();
      const current = opening;
      try {
        return await abortable(current, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (opening === current) opening = undefined;
        throw new Refused(`${service} can not be called: this service finds no Google credentials.`, { cause: error });
      }
    },
    async close() {
      const client = await opening?.catch(() => undefined);
      await client?.close();
    },
  };
}

/** The part of a client's options that says where the service is: at an endpoint without TLS, as a fake is, or at a host of Google's. */
export function addressOf(endpoint: { readonly host: string; readonly port: number } | undefined, host: string) {
  if (!endpoint) return { apiEndpoint: host };
  return {
    apiEndpoint: endpoint.host,
    port: endpoint.port,
    sslCreds: credentials.createInsecure(),
    // Or else the client asks the metadata server for it.
    clientOptions: { universeDomain: 'googleapis.com' },
  };
}
