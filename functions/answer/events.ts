import type { ServerResponse } from 'node:http';
import { setInterval } from 'node:timers';

/** A comment that proxies see, so that they keep the connection. */
const ALIVE_MS = 15_000;
/** Words of one `token` event. */
const WORDS = /(?:\S+\s*){1,8}/g;

/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface EventStream {
  send(event: string, data: object): void;
  end(): void;
}

/** Begins a stream of events with the first of them, so that what fails before it is still an error with a status. */
export function createEventStream(response: ServerResponse): EventStream {
  let alive: NodeJS.Timeout | undefined;
  const begin = () => {
    if (response.headersSent) return;
    response.statusCode = 200;
    response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    // Cloud Run and nginx pass events on as they come.
    response.setHeader('X-Accel-Buffering', 'no');
    response.flushHeaders();
    alive = setInterval(() => response.write(': alive\n\n'), ALIVE_MS);
    response.on('close', () => clearInterval(alive));
  };
  return {
    send(event, data) {
      if (response.writableEnded || response.destroyed) return;
      begin();
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end() {
      clearInterval(alive);
      response.end();
    },
  };
}

/** A text in pieces of a few words, which together are the text. */
export const piecesOf = (text: string): readonly string[] => text.match(WORDS) ?? [];
