import { BaseLlm, type BaseLlmConnection, type LlmRequest, type LlmResponse } from '@google/adk';

/** What a model says: text, or a call of a tool. */
export type Said = string | { readonly call: string; readonly args: Record<string, unknown> };

/** A model that says what it is told to, one thing a turn, and remembers what it was asked. */
export class ScriptedModel extends BaseLlm {
  readonly requests: LlmRequest[] = [];
  readonly #script: Said[];
  readonly #chunks: readonly string[];
  /** `chunks` are streamed before each text. */
  constructor(script: readonly Said[], chunks: readonly string[] = []) {
    super({ model: 'scripted' });
    this.#script = [...script];
    this.#chunks = chunks;
  }

  override async *generateContentAsync(request: LlmRequest): AsyncGenerator<LlmResponse, void> {
    this.requests.push(request);
    const said = this.#script.shift() ?? 'The script is over.';
    if (typeof said === 'string') for (const text of this.#chunks) yield { partial: true, content: { role: 'model', parts: [{ text }] } };
    const part = typeof said === 'string' ? { text: said } : { functionCall: { name: said.call, args: said.args } };
    yield { content: { role: 'model', parts: [part] } };
  }

  override async connect(): Promise<BaseLlmConnection> {
    throw new Error('This model does not talk.');
  }
}
