import { afterAll, beforeAll, expect } from 'vitest';
import type { z } from 'zod';
import { answerReply } from '../../functions/answer/schemas.ts';
import { makeToken } from '../../functions/local/token.ts';
import type { Answering } from '../fakes/gemini/generate.ts';
import type { GenerateRequest } from '../fakes/gemini/request.ts';
import { type FakeGemini, startFakeGemini } from '../fakes/gemini.ts';
import { SECRET, servedFunctions } from './served.ts';

/** What a call of a model is for, by its instruction. */
export type Purpose = 'route' | 'judge' | 'rewrite' | 'map' | 'reduce';

export function purposeOf({ system, contents }: Pick<GenerateRequest, 'system' | 'contents'>): Purpose {
  if (system.startsWith('You decide')) return contents.some(({ text }) => text.includes('<searches>none yet')) ? 'route' : 'judge';
  if (system.startsWith('You prepare')) return 'rewrite';
  if (system.startsWith('You put')) return 'reduce';
  return 'map';
}

export type Reply = z.output<typeof answerReply>;
export type Script = Partial<Readonly<Record<Purpose, Answering>>>;

const part = (question: string, ...queries: string[]) => ({ question, queries: queries.length > 0 ? queries : [question] });
export const retrieve = (missing: string, ...queries: string[]): Answering => ({
  json: { action: 'retrieve', reason: 'Because.', queries, missing },
});
export const act = (action: 'answer' | 'refuse'): Answering => ({ json: { action, reason: 'Because.', queries: [], missing: '' } });
export const parts = (...questions: (string | readonly [string, ...string[]])[]): Answering => ({
  json: { parts: questions.map((each) => (typeof each === 'string' ? part(each) : part(...each))) },
});

/** What the question of a call is, as the model sees it. */
export const questionOf = ({ contents }: Pick<GenerateRequest, 'contents'>): string =>
  /<question>([\s\S]*?)<\/question>/.exec(contents.map(({ text }) => text).join('\n'))?.[1] ?? '';

/** The marker by which a call was given the first passage that has these words. */
export function markerIn({ contents }: GenerateRequest, words: string): string {
  for (const [, marker, text = ''] of contents
    .map(({ text }) => text)
    .join('\n')
    .matchAll(/<passage marker="(\[S\d+\])"[^>]*>\n([\s\S]*?)\n<\/passage>/g)) {
    if (text.includes(words)) return marker ?? '';
  }
  return '[S77]';
}

/** Sentences with `{words}` in the place of the marker of the passage that has those words. */
export const says =
  (...sentences: string[]): Answering =>
  (request) => ({ text: sentences.join(' ').replaceAll(/\{([^}]*)\}/g, (_, words: string) => markerIn(request, words)) });

/** An answer for the question of a part: the first that its words call for; otherwise the passages do not tell. */
export const finding =
  (cases: readonly (readonly [RegExp, string | Answering])[]): Answering =>
  (request) => {
    const [, said = 'NO ANSWER'] = cases.find(([about]) => about.test(questionOf(request))) ?? [];
    const answering = typeof said === 'string' ? says(said) : said;
    return typeof answering === 'function' ? answering(request) : answering;
  };

/**
 * Every function on one port, answers written by a scripted model over HTTP: each purpose has its reply until the next script; what is
 * not scripted routes to a search, keeps the question whole, finds it enough and joins the notes.
 */
export function servedAnswers(environment: Readonly<Record<string, string>> = {}) {
  let fake: FakeGemini;
  let script: Script = {};
  const before = process.env.GOOGLE_GEMINI_BASE_URL;
  beforeAll(async () => {
    fake = await startFakeGemini();
    process.env.GOOGLE_GEMINI_BASE_URL = fake.url;
    const usual: Record<Purpose, Answering> = {
      route: (request) => ({ json: { action: 'retrieve', reason: 'A question.', queries: [questionOf(request)], missing: 'all' } }),
      judge: act('answer'),
      rewrite: (request) => ({ json: { parts: [part(questionOf(request))] } }),
      map: { text: 'NO ANSWER' },
      reduce: ({ contents }) => ({
        text:
          contents
            .map(({ text }) => text)
            .join('\n')
            .match(/(?<=<note [^>]*>\n)[\s\S]*?(?=\n<\/note>)/g)
            ?.join(' ') ?? '',
      }),
    };
    fake.generation.when(
      () => true,
      (request) => {
        const purpose = purposeOf(request);
        const answering = script[purpose] ?? usual[purpose];
        return typeof answering === 'function' ? answering(request) : answering;
      },
    );
  });
  const served = servedFunctions({ GENERATOR: 'gemini', GEMINI_API_KEY: 'k', JUDGE_PERCENT: '0', ...environment });
  afterAll(async () => {
    if (before === undefined) delete process.env.GOOGLE_GEMINI_BASE_URL;
    else process.env.GOOGLE_GEMINI_BASE_URL = before;
    await fake.close();
  });

  const post = async (
    body: object,
    { tenant = 'acme', groups = [], signal }: { tenant?: string; groups?: string[]; signal?: AbortSignal } = {},
  ) =>
    fetch(`${served.url}/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await makeToken(SECRET, tenant, groups)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  /** The requests that the model got while `work` ran. */
  const during = async <T>(work: () => Promise<T>) => {
    const from = fake.generation.requests.length;
    const result = await work();
    return { result, requests: fake.generation.requests.slice(from) };
  };
  return {
    // One by one: `root` and `url` are there only later.
    call: served.call,
    put: served.put,
    event: served.event,
    lines: served.lines,
    entries: served.entries,
    get url() {
      return served.url;
    },
    get fake() {
      return fake;
    },
    /** What the model says from now on. */
    says(next: Script) {
      script = next;
    },
    /** One reply after the other; the last one stays. */
    sequence(...replies: readonly Answering[]): Answering {
      let i = 0;
      return (request) => {
        const answering = replies[Math.min(i++, replies.length - 1)] ?? {};
        return typeof answering === 'function' ? answering(request) : answering;
      };
    },
    post,
    during,
    /** Asks, and holds the reply to what every reply has to be. */
    async ask(question: string, { tenant, groups, ...more }: { tenant?: string; groups?: string[]; [field: string]: unknown } = {}) {
      const who = { ...(tenant ? { tenant } : {}), ...(groups ? { groups } : {}) };
      const { result, requests } = await during(() => post({ question, ...more }, who));
      const json: unknown = await result.json();
      expect(result.status, JSON.stringify(json)).toBe(200);
      const reply = answerReply.parse(json);
      await holds(reply, async (id) => {
        const opened = await served.call('GET', `/passages/${encodeURIComponent(id)}`, {
          token: await makeToken(SECRET, tenant ?? 'acme', groups ?? []),
        });
        return opened.status === 200 ? opened.json.passage.text : undefined;
      });
      return { reply, requests, purposes: requests.map(purposeOf), calls: requests.length };
    },
  };
}

/** Markers and citations are the same, and each quotation stands word for word in a passage that the caller may open. */
export async function holds({ answer, citations, refused }: Reply, textOf: (id: string) => Promise<string | undefined>): Promise<void> {
  expect([...new Set(answer.match(/\[S\d+\]/g))].sort()).toEqual(citations.map(({ marker }) => marker).sort());
  if (refused) expect(citations).toEqual([]);
  for (const { id, quote, title, uri, document_id } of citations) {
    const text = await textOf(id);
    expect(text, id).toBeDefined();
    expect(quote.trim()).not.toBe('');
    expect(text).toContain(quote);
    expect(id.startsWith(`${document_id}:`)).toBe(true);
    expect([title, uri].every(Boolean)).toBe(true);
  }
}

/** Server-sent events as they came, with the milliseconds that they took. */
export async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data: unknown; at: number }> {
  const start = performance.now();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    rest += new TextDecoder().decode(chunk);
    const whole = rest.split('\n\n');
    rest = whole.pop() ?? '';
    for (const each of whole) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(each) ?? [];
      if (event && data) yield { event, data: JSON.parse(data), at: performance.now() - start };
    }
  }
}
