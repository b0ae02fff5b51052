import { GroundwireError } from './error.ts';
import { eventsOf } from './events.ts';
import { isEvent, isEventStream, isReply, parsed } from './reply.ts';
import { type Connection, type Outgoing, send } from './send.ts';
import type {
  AnswerEvent,
  AnswerReply,
  AnswerRequest,
  PassageReply,
  RerankReply,
  RerankRequest,
  SearchReply,
  SearchRequest,
} from './types.ts';

export interface ClientOptions extends Connection {
  /** Where the functions are: all at one address, as `npm run serve` has them, or each at its own, as they are deployed. */
  readonly url: string | Readonly<Partial<Record<'search' | 'rerank' | 'answer', string>>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What Groundwire does. Each method throws GroundwireError when it is refused. */
export interface Client {
  search(request: SearchRequest, options?: CallOptions): Promise<SearchReply>;
  /** Opens a passage again by the id that a search or a citation has. */
  openPassage(id: string, options?: CallOptions): Promise<PassageReply>;
  rerank(request: RerankRequest, options?: CallOptions): Promise<RerankReply>;
  answer(request: AnswerRequest, options?: CallOptions): Promise<AnswerReply>;
  /** The events of an answer, the last of which is the whole of it. Leaving the loop stops the work. */
  answerStream(request: AnswerRequest, options?: CallOptions): AsyncGenerator<AnswerEvent>;
}

/** A client of one user. It uses `fetch` and nothing else. */
export function createClient({ url, ...connection }: ClientOptions): Client {
  const at = (name: 'search' | 'rerank' | 'answer'): string => {
    const base = typeof url === 'string' ? url : url[name];
    if (!base) throw new TypeError(`url.${name} is not set`);
    return base.replace(/\/+$/, '');
  };
  const json = async <T>(outgoing: Outgoing): Promise<T> => {
    const response = await send(outgoing, connection);
    const body = parsed(await response.text());
    if (!isReply<T>(body)) throw new GroundwireError(response.status, body, response.headers);
    return body;
  };
  return {
    search: async (body, options) => json({ method: 'POST', url: at('search'), path: '/search', body, ...options }),
    openPassage: async (id, options) => json({ method: 'GET', url: at('search'), path: `/passages/${encodeURIComponent(id)}`, ...options }),
    rerank: async (body, options) => json({ method: 'POST', url: at('rerank'), path: '/rerank', body, ...options }),
    answer: async (body, options) => json({ method: 'POST', url: at('answer'), path: '/answer', body, ...options }),
    async *answerStream(request, options) {
      const body = { ...request, stream: true };
      const outgoing = { method: 'POST', url: at('answer'), path: '/answer', body, accept: 'text/event-stream', ...options } as const;
      const response = await send(outgoing, connection);
      const failed = (told?: unknown) => new GroundwireError(response.status, told, response.headers);
      if (!response.body || !isEventStream(response)) {
        await response.body?.cancel().catch(() => {});
        throw failed();
      }
      for await (const { event, data } of eventsOf(response.body)) {
        const told = { event, data: parsed(data) };
        if (event === 'error' || told.data === undefined) throw failed(told.data);
        if (isEvent(told)) yield told;
        if (event === 'answer') return;
      }
      throw new TypeError('The stream ended before the answer.');
    },
  };
}
