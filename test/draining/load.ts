import { Agent, request } from 'node:http';

/** An instance as the platform's front end has it: connections that it keeps, and those that it opens anew. */
export interface Endpoint {
  readonly port: string;
  readonly kept: Agent;
}

export const endpointOf = (url: string): Endpoint => ({
  port: new URL(url).port,
  kept: new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }),
});

export interface Load {
  /** Requests from now on go there. */
  turnTo(endpoint: Endpoint): void;
  /** Sends so many more, right now. */
  burst(count: number): void;
  /** Requests that were sent to it and have not been answered. */
  underWay(endpoint: Endpoint): number;
  answered(): number;
  /** Of each request that was sent and got anything but a 200 with passages: what it got. */
  readonly lost: readonly string[];
  stop(): Promise<void>;
}

/** Keeps `workers` requests under way, every other one on a connection that was used before. No two ask the same. */
export function startLoad(first: Endpoint, workers: number, token: string): Load {
  let current = first;
  let isStopped = false;
  let sent = 0;
  let answered = 0;
  const lost: string[] = [];
  const underWay = new Map<Endpoint, number>();
  const count = (endpoint: Endpoint, by: number) => underWay.set(endpoint, (underWay.get(endpoint) ?? 0) + by);
  const ask = async () => {
    const endpoint = current;
    const number = sent++;
    const agent = number % 2 === 0 ? endpoint.kept : false;
    count(endpoint, 1);
    const failure = await search(endpoint.port, agent, token, `which pump needs oil, number ${number}`);
    count(endpoint, -1);
    if (failure === undefined) answered++;
    else lost.push(`${agent ? 'kept' : 'new'} connection: ${failure}`);
  };
  const working = Array.from({ length: workers }, async () => {
    while (!isStopped) await ask();
  });
  const bursts: Promise<void>[] = [];
  return {
    turnTo(endpoint) {
      current = endpoint;
    },
    burst: (most) => void bursts.push(...Array.from({ length: most }, ask)),
    underWay: (endpoint) => underWay.get(endpoint) ?? 0,
    answered: () => answered,
    lost,
    async stop() {
      isStopped = true;
      await Promise.all([...working, ...bursts]);
    },
  };
}

/** Undefined when it is answered as it should be, or else what came of it. */
const search = (port: string, agent: Agent | false, token: string, query: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asking = request({ host: '127.0.0.1', port, method: 'POST', path: '/search', headers, agent }, (response) => {
      let body = '';
      response.on('data', (data) => {
        body += data;
      });
      response.on('error', (error) => resolve(`${response.statusCode}, then ${error.message}`));
      response.on('end', () =>
        resolve(response.statusCode === 200 && body.includes('"text":') ? undefined : `${response.statusCode} ${body}`),
      );
    });
    asking.on('error', (error) => resolve(error.message));
    asking.end(JSON.stringify({ query }));
  });
