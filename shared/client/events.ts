export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * The events of a stream: https://html.spec.whatwg.org/multipage/server-sent-events.html, as far as a server of ours goes.
 * Leaving the loop cancels the stream, and so the work behind it.
 */
export async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function eventOf(block: string): ServerSentEvent | undefined {
  // With `s`, for JSON leaves U+2028 and U+2029 as they are, which end a line for a dot and for nobody else.
  const fields = block.split(/\r?\n/).map((line) => /^(event|data): ?(.*)$/s.exec(line));
  const valuesOf = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
  const data = valuesOf('data');
  return data.length > 0 ? { event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') } : undefined;
}
