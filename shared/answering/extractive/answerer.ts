import { NO_USAGE } from '../../models/generate/usage.ts';
import type { Answerer, Told } from '../roles.ts';
import { extract } from './extract.ts';
import { partsOf } from './parts.ts';
import { resolved } from './refer.ts';
import type { LocalSimilarity } from './similarity.ts';

const said = <T>(value: T): Told<T> => ({ value, usage: NO_USAGE });

/**
 * Every role of an answer without a model: sentences of the passages, word for word. It searches once, for each part of a question by
 * itself, and can't rephrase, so it never searches again.
 */
export const createExtractiveAnswerer = (similarity?: LocalSimilarity): Answerer => ({
  model: 'extractive/1',
  control: async ({ hop, question }) =>
    hop === 0
      ? said({ action: 'retrieve', reason: 'Only documents answer questions.', queries: [question], missing: question })
      : said({ action: 'answer', reason: 'There is no other way to ask.' }),
  rewrite: async ({ question, history }) => {
    // What a follow-up refers to may stand in the question before it.
    const before = history.filter(({ role }) => role === 'user').map(({ text }) => text);
    const last = before.at(-1);
    const parts = partsOf(question);
    const whole = resolved(parts, before);
    return said(
      whole.map((part, i) => {
        // What refers to another part is told of where that is told of.
        const around = last ? `${last} ${part}` : part === parts[i] ? undefined : question;
        return { question: part, queries: around ? [part, around] : [part] };
      }),
    );
  },
  async answer(question, given, signal) {
    const found = await extract(question, given, similarity && ((asked, texts) => similarity.of(asked, texts, signal)));
    return said(found.refused ? '' : found.text);
  },
  // Each has been checked, and says what it is from.
  reduce: async (_, notes) => said(notes.map(({ answer }) => answer).join('\n\n')),
  close: async () => similarity?.close(),
});
