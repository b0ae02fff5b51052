import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AskOptions, ask } from '../../../golden/answers/ask.ts';
import { type AnswerQuestion, answerSetOf, withoutAnswers } from '../../../golden/answers/questions.ts';
import { answerVariantsOf } from '../../../golden/answers/variants.ts';
import { corpusOf } from '../../../golden/questions/corpus.ts';
import type { EvaluationSet, JudgedQuery } from '../../../golden/questions/sets.ts';
import { createExtractiveAnswerer } from '../../../shared/answering/extractive/answerer.ts';
import { createPromptedJudge } from '../../../shared/answering/prompted/judge.ts';
import { createPromptedAnswerer } from '../../../shared/answering/prompted/prompted.ts';
import type { Answerer } from '../../../shared/answering/roles.ts';
import { Unavailable } from '../../../shared/errors.ts';
import { PROFILES } from '../../../shared/retrieval/profiles.ts';
import { countingEmbedder } from '../../fakes/embedder.ts';
import { answerByRules } from '../../fakes/gemini/by-rules.ts';
import { type FakeGemini, startFakeGemini } from '../../fakes/gemini.ts';
import { onFake } from '../../shared/models/generate/subject.ts';
import { documentOf } from '../../support/documents.ts';
import { embeddedBackend, type TestBackend } from '../../support/stores.ts';

const never = new AbortController().signal;
const documents = [
  documentOf('# Returns\n\nAn unused item can be returned within 30 days of delivery.\n', { documentId: 'returns.md' }),
  documentOf('# Errors\n\nError E-4021 means that the pump overheated.\n', { documentId: 'errors.md' }),
  documentOf('# Merger\n\nThe merger with Hooli closes on 3 March.\n', { documentId: 'board.md', acl: ['board'] }),
];
const asked = (id: string, text: string, document: string, more: Partial<JudgedQuery> = {}): JudgedQuery => ({
  id,
  text,
  judged: new Map([[document, 1]]),
  ...more,
});
const queries = [
  asked('return', 'Within how many days can an unused item be returned?', 'returns.md'),
  asked('both', 'Within how many days can an unused item be returned? What does error E-4021 mean?', 'returns.md'),
  asked('merger', 'When does the merger with Hooli close?', 'board.md'),
];
const set: EvaluationSet = { name: 'test', tenant: 'acme', documents: corpusOf(documents, 'acme'), queries };
const questions = new Map(answerSetOf(set, set).questions.map((question) => [question.id, question]));
const questionOf = (id: string): AnswerQuestion => questions.get(id) ?? expect.fail(id);
const limits = { mostPassages: 10, mostTokens: 6_000 };

describe('a question of a set', () => {
  let store: TestBackend;
  let fake: FakeGemini;
  beforeAll(async () => {
    [store, fake] = await Promise.all([embeddedBackend(countingEmbedder()), startFakeGemini()]);
    answerByRules(fake.generation);
    for (const document of documents) await store.backend.put(document, never);
  });
  afterAll(async () => {
    await Promise.all([store.backend.close(), fake.close()]);
  });
  const options = (more: Partial<AskOptions> = {}): AskOptions => ({
    backend: store.backend,
    tenant: 'acme',
    profile: { ...PROFILES.balanced, arms: { lexical: { depth: 50, weight: 1 } } },
    timeoutMs: 20_000,
    budget: { tokens: 100_000, costUsd: 1 },
    turnTimeoutMs: 20_000,
    signal: never,
    ...more,
  });
  const local = { answerer: createExtractiveAnswerer(), limits };

  it('is answered by the loop, word for word where no model answers', async () => {
    expect(await ask(questionOf('return'), local, options())).toMatchObject({
      outcome: 'answered',
      answer: 'An unused item can be returned within 30 days of delivery [S1].',
      citations: [{ marker: '[S1]', id: 'returns.md:0', documentId: 'returns.md' }],
      cited: { pairs: 1, verbatim: 1 },
      hops: 1,
      searches: 1,
      usage: { calls: 0, costUsd: 0 },
    });
  });

  it('keeps nothing that a document says but the answer', async () => {
    expect(JSON.stringify(await ask(questionOf('both'), local, options()))).not.toMatch(/quote|"text"/);
  });

  it('is asked by its own groups', async () => {
    expect(await ask(questionOf('merger'), local, options())).toMatchObject({ outcome: 'refused' });
    const query = { ...questionOf('merger').query, groups: ['board'] };
    expect(await ask({ ...questionOf('merger'), query }, local, options())).toMatchObject({ outcome: 'answered' });
  });

  it('finds nothing of the documents that it is asked without', async () => {
    const [without] = withoutAnswers(answerSetOf(set, set)).questions;
    if (!without) return expect.fail();
    const run = await ask(without, local, options());
    expect(without.expected.unanswerable).toBe(true);
    expect(run.outcome).toBe('refused');
    expect(run.given.filter((id) => id.startsWith('returns.md'))).toEqual([]);
  });

  it('fails by itself where a model is away, and a bug fails the run', async () => {
    const throwing = (error: Error): Answerer => ({
      ...local.answerer,
      answer: async () => {
        throw error;
      },
    });
    const away = { answerer: throwing(new Unavailable('The model is away.')), limits };
    expect(await ask(questionOf('return'), away, options())).toMatchObject({ outcome: 'failed', reason: 'The model is away.' });
    await expect(ask(questionOf('return'), { answerer: throwing(new TypeError('a bug')), limits }, options())).rejects.toThrow('a bug');
  });

  it('goes to Gemini part by part or pooled, and is judged, with what that takes', async () => {
    const generator = onFake(fake);
    const answerer = createPromptedAnswerer(generator, 'fake');
    const judge = createPromptedJudge(generator);
    const [mapReduce, pooled] = answerVariantsOf('map-reduce,pooled');
    if (!mapReduce || !pooled) return expect.fail();
    const roles = () => fake.generation.requests.map(({ system }) => system.split(/[ .\n]/)[1]);
    const by = await ask(questionOf('both'), mapReduce.turn({ answerer, limits }), options({ judge }));
    // Route, rewrite, a call for each part, reduce, judge.
    expect(roles()).toEqual(['decide', 'prepare', 'answer', 'answer', 'put', 'check']);
    expect(by).toMatchObject({ outcome: 'answered', parts: ['answered', 'answered'], usage: { calls: 5 }, groundedness: 1 });
    expect(by.citations.map(({ documentId }) => documentId).sort()).toEqual(['errors.md', 'returns.md']);
    const of = await ask(questionOf('both'), pooled.turn({ answerer, limits }), options());
    expect(roles().slice(6)).toEqual(['decide', 'prepare', 'answer']);
    expect(of).toMatchObject({ outcome: 'answered', parts: ['answered'], searches: by.searches, usage: { calls: 3 } });
    expect(of.usage.inputTokens).toBeLessThan(by.usage.inputTokens);
  });
});
