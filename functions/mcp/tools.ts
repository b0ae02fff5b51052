import { type Tool as ListedTool, ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { AuthenticatedCall } from '../http/handle.ts';
import { checked } from '../http/query.ts';
import type { McpOptions } from './routes.ts';
import { answerInput, answerOutput, openInput, openOutput, searchInput, searchOutput } from './schemas.ts';
import { answerText, passagesText, passageText } from './texts.ts';

/** A tool, for one call. Whose documents it sees is in the call alone: no argument says so, and those that it doesn't know change nothing. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** Throws InvalidInput for arguments that `input` doesn't take. */
  run(args: unknown, call: AuthenticatedCall): Promise<{ readonly text: string; readonly structured: object }>;
}

/** The tools of a function: of those that it can do the work of. */
export const toolsOf = ({ searching, answering }: McpOptions): readonly Tool[] => [
  {
    name: 'search_docs',
    title: 'Search documents',
    description: 'Finds passages of your documents for a question. Cite what you use by title and URI; when nothing is found, say so.',
    input: searchInput,
    output: searchOutput,
    run: async (args, call) => {
      const structured = await searching.search({ ...checked(searchInput, args), explain: false }, call);
      return { text: passagesText(structured), structured };
    },
  },
  {
    name: 'open_passage',
    title: 'Open a passage',
    description: 'Opens a passage again by its id, as search_docs or a citation has it: to check a quotation, or to read on.',
    input: openInput,
    output: openOutput,
    run: async (args, call) => {
      const structured = await searching.open(checked(openInput, args).id, call);
      return { text: passageText(structured.passage, '[1]'), structured };
    },
  },
  ...(answering
    ? [
        {
          name: 'answer',
          title: 'Answer from documents',
          description:
            'Answers a question from your documents, each sentence with its source, or says that they do not answer it. Relay a refusal as it is.',
          input: answerInput,
          output: answerOutput,
          run: async (args: unknown, call: AuthenticatedCall) => {
            const { question, history, filter, as_of: asOf } = checked(answerInput, args);
            const { caller, signal, log, note } = call;
            const answer = await answering({ caller, question, history, filter, asOf, signal, log, note });
            return { text: answerText(answer), structured: { ...answer, request_id: call.requestId } };
          },
        },
      ]
    : []),
];

/** A tool as `tools/list` has it. */
export const listed = ({ name, title, description, input, output }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: jsonSchemaOf(input),
  outputSchema: jsonSchemaOf(output),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});

const made = new WeakMap<z.ZodType, ListedTool['inputSchema']>();

/** The very schema that checks, as JSON; made once. */
function jsonSchemaOf(schema: z.ZodType): ListedTool['inputSchema'] {
  const known = made.get(schema);
  if (known) return known;
  // Which dialect it is the protocol says; clients whose validator knows another one refuse to hear of it.
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  const json = ToolSchema.shape.inputSchema.parse(rest);
  made.set(schema, json);
  return json;
}
