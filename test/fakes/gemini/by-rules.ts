import type { FakeGeneration } from './generate.ts';
import type { GenerateRequest } from './request.ts';

/** What a sentence shares with a question, to be taken for its answer. */
const ENOUGH = 0.5;
const MOST_SENTENCES = 2;
const STEM = 4;

/**
 * Lets the fake answer from what it is sent, by rules: it searches once for the question as it is, takes every question mark and every
 * "and" before a question word for the end of a part, answers with the sentences that share half of the question's longer words, reduces
 * by putting the notes one after another, and judges by what stands there word for word. What it says shows that everything is
 * connected and what it costs in calls and tokens. It shows nothing of the quality of a model.
 */
export function answerByRules(generation: FakeGeneration): void {
  const roles: readonly (readonly [RegExp, (request: GenerateRequest) => object])[] = [
    [/decide what happens next/, control],
    [/prepare a question for searching/, rewrite],
    [/answer a question from passages/, answer],
    [/put the answers to the parts/, reduce],
    [/check whether statements stand/, judge],
  ];
  for (const [says, reply] of roles) generation.when(({ system }) => says.test(system), reply);
}

const sent = ({ contents }: GenerateRequest): string => contents.at(-1)?.text ?? '';
const within = (text: string, tag: string): string => new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(text)?.[1]?.trim() ?? '';
const all = (text: string, tag: string) =>
  Array.from(text.matchAll(new RegExp(`<${tag}([^>]*)>([\\s\\S]*?)</${tag}>`, 'g')), ([, attributes = '', said = '']) => ({
    attributes,
    said: said.trim(),
  }));

function control(request: GenerateRequest) {
  const isFirst = within(sent(request), 'searches') === 'none yet';
  const question = within(sent(request), 'question');
  return isFirst
    ? { json: { action: 'retrieve', reason: 'Nothing was searched for.', queries: [question], missing: question } }
    : { json: { action: 'answer', reason: 'It was searched for.', queries: [], missing: '' } };
}

const rewrite = (request: GenerateRequest) => ({
  json: { parts: partsOf(within(sent(request), 'question')).map((part) => ({ question: part, queries: [part] })) },
});

const partsOf = (question: string): readonly string[] =>
  question
    .split(/(?<=[?？])\s+|,? and (?=(?:what|which|who|when|where|why|how|is|are|does|do|can|may|must)\b)/i)
    .filter((part) => /\p{L}{2}/u.test(part))
    .slice(0, 4);

/** The longer words, cut: `means` is `mean`. */
const longer = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}-]{4,}/gu) ?? []).map((word) => (/\d/.test(word) ? word : word.slice(0, STEM))));

/** Part by part here too, for a question that comes whole. */
function answer(request: GenerateRequest) {
  const sentences = all(sent(request), 'passage').flatMap(({ attributes, said }) => {
    const marker = /marker="(\[S\d+\])"/.exec(attributes)?.[1] ?? '';
    return said.split(/\n+|(?<=[.!?])\s+/).map((text) => ({ marker, text: text.replace(/[.!?]$/, ''), words: longer(text) }));
  });
  const said = partsOf(within(sent(request), 'question')).flatMap((part) => {
    const asked = longer(part);
    return sentences
      .filter(({ words }) => share(asked, words) >= ENOUGH)
      .toSorted((a, b) => share(asked, b.words) - share(asked, a.words))
      .slice(0, MOST_SENTENCES);
  });
  return { text: said.length === 0 ? 'NO ANSWER' : said.map(({ text, marker }) => `${text} ${marker}.`).join('\n') };
}

const share = (asked: ReadonlySet<string>, there: ReadonlySet<string>): number =>
  asked.size === 0 ? 0 : [...asked].filter((word) => there.has(word)).length / asked.size;

const reduce = (request: GenerateRequest) => ({
  text: all(sent(request), 'note')
    .map(({ said }) => said)
    .join('\n'),
});

function judge(request: GenerateRequest) {
  const passages = all(sent(request), 'passage').map(({ said }) => said);
  const verdicts = all(sent(request), 'statement').map(({ attributes, said }) => ({
    statement: Number(/number="(\d+)"/.exec(attributes)?.[1]),
    supported: passages.some((passage) => passage.includes(said.replace(/\.$/, ''))),
  }));
  return { json: { verdicts } };
}
