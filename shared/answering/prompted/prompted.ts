import { z } from 'zod';
import type { Prompt, Reply, TextGenerator } from '../../models/generate/generator.ts';
import type { Answerer, Decision, Part, Told } from '../roles.ts';
import { ANSWER, CONTROL, REDUCE, REWRITE } from './prompts.ts';
import { askedData, data, notesData, passagesData, viewData } from './render.ts';

const MOST_TOKENS = { control: 512, rewrite: 1_024, answer: 2_048, reduce: 4_096 };

/** Flat, for models fill a flat object more reliably than a union. */
const decision = z.object({
  action: z.enum(['answer', 'refuse', 'retrieve']),
  reason: z.string(),
  queries: z.array(z.string()),
  missing: z.string(),
});
const parts = z.object({ parts: z.array(z.object({ question: z.string(), queries: z.array(z.string()) })) });

const NO_ANSWER = /^[\s"'*_.]*no[\s_-]?answer[\s"'*_.!]*$/i;
const LAST_SENTENCE = /^[\s\S]*[.!?。！？](?:\s*\[S\d+\])*(?=\s|$)/u;

/** A generating model in every role of an answer. `model` names it, for what depends on it. */
export function createPromptedAnswerer(generator: TextGenerator, model: string): Answerer {
  return {
    model,
    async control(view, signal): Promise<Told<Decision>> {
      const prompt = promptOf('control', CONTROL, [viewData(view)], MOST_TOKENS.control);
      return told(await generator.generateJson(prompt, decision, signal));
    },
    async rewrite(asked, signal): Promise<Told<readonly Part[]>> {
      const prompt = promptOf('control', REWRITE, [askedData(asked)], MOST_TOKENS.rewrite);
      const { value, ...rest } = told(await generator.generateJson(prompt, parts, signal));
      return { value: value?.parts, ...rest };
    },
    async answer(question, given, signal, problems): Promise<Told<string>> {
      const shown = [passagesData(given), `<question>${data(question)}</question>`];
      const again = problems ? [problemsData(problems)] : [];
      const prompt = promptOf('answer', ANSWER, [...shown, ...again], MOST_TOKENS.answer);
      const { value, ...rest } = told(await generator.generate(prompt, signal), wholeSentences);
      return { ...rest, value: value !== undefined && NO_ANSWER.test(value) ? '' : value };
    },
    async reduce(question, notes, signal): Promise<Told<string>> {
      const shown = [notesData(notes), `<question>${data(question)}</question>`];
      return told(await generator.generate(promptOf('answer', REDUCE, shown, MOST_TOKENS.reduce), signal));
    },
    close: () => generator.close(),
  };
}

const promptOf = (role: Prompt['role'], instruction: Prompt['instruction'], data: readonly string[], maxOutputTokens: number): Prompt => ({
  role,
  instruction,
  turns: [{ role: 'user', parts: data }],
  maxOutputTokens,
});

/** What the passages did not support the first time, as data: it came from a model that had read them. */
const problemsData = (problems: readonly string[]): string =>
  `<rejected>\n${problems.map((problem) => data(problem)).join('\n')}\n</rejected>\nThe sentences above were rejected: what they say does not stand in the passages that they cite, or they cite none. Answer the question again without such sentences.`;

/** What a reply says that can be used, and otherwise why it can't. `cut` makes something of a reply that ended too early. */
function told<T>(reply: Reply<T>, cut?: (text: string) => T | undefined): Told<T> {
  const { usage } = reply;
  if (reply.outcome === 'ok') return { value: reply.value, usage };
  if (reply.outcome === 'truncated') return { value: cut?.(reply.text), problem: 'The reply was longer than allowed.', usage };
  if (reply.outcome === 'blocked')
    return { value: undefined, problem: `The service stopped the reply: ${reply.reason}.`, isBlocked: true, usage };
  return { value: undefined, problem: `The reply could not be used: ${reply.problem}.`, usage };
}

/** The sentences of a text that are complete: of one that is cut off the last is not. */
const wholeSentences = (text: string): string | undefined => LAST_SENTENCE.exec(text)?.[0];
