declare const written: unique symbol;

/** What a model is told to do, in words of ours alone. Only `instruction` makes one. */
export interface Instruction {
  readonly text: string;
  readonly [written]: true;
}

/**
 * An instruction as it stands in the source, with other instructions in it if need be. A question, a passage or anything else that
 * came from outside does not fit into one: it goes into a turn, where it is data.
 */
export function instruction(strings: TemplateStringsArray, ...parts: readonly Instruction[]): Instruction {
  const text = String.raw({ raw: strings }, ...parts.map((part) => part.text));
  return { text: text.trim() } as Instruction;
}
