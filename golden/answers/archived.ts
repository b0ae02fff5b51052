import { z } from 'zod';

/** How a question was answered. No document says anything here but by the answer itself. */
const answerRun = z.object({
  id: z.string(),
  /** `failed`: a model was not there, or time was up. */
  outcome: z.enum(['answered', 'refused', 'failed']),
  reason: z.string().optional(),
  answer: z.string(),
  citations: z.array(z.object({ marker: z.string(), id: z.string(), documentId: z.string() })),
  /** Sentences with a marker, a pair for each marker, and how many of the pairs are word for word in the passage. */
  cited: z.object({ pairs: z.number(), verbatim: z.number() }),
  /** Ids of the passages that were given to whoever answered. */
  given: z.array(z.string()),
  parts: z.array(z.string()),
  faults: z.object({ unresolved: z.number(), unmarked: z.number(), unsupported: z.number() }),
  guards: z.array(z.string()),
  degraded: z.array(z.string()),
  hops: z.number(),
  searches: z.number(),
  usage: z.object({
    calls: z.number(),
    inputTokens: z.number(),
    cachedTokens: z.number(),
    outputTokens: z.number(),
    thoughtTokens: z.number(),
    /** Not there where a price is not known. */
    costUsd: z.number().optional(),
  }),
  /** By a judge, where there is one and it could tell. */
  groundedness: z.number().optional(),
  ms: z.number(),
});

const answeredQuestion = z.object({
  id: z.string(),
  text: z.string(),
  expected: z.object({
    keyFacts: z.array(z.array(z.string())),
    forbidden: z.array(z.string()),
    requiredDocuments: z.array(z.string()),
    unanswerable: z.boolean(),
  }),
  labelled: z.array(z.string()),
  answering: z.array(z.string()),
});

/** A set whose questions were answered, as a run's file has it. */
export const answeredSet = z.object({
  name: z.string(),
  /** Of the documents' ids and bytes. */
  data: z.string(),
  questions: z.array(answeredQuestion),
  variants: z.array(
    z.object({
      name: z.string(),
      /** Who answered. */
      model: z.string(),
      /** As they were scored then. */
      metrics: z.record(z.string(), z.number()),
      /** One for each time that it was run. */
      runs: z.array(z.array(answerRun)),
    }),
  ),
});

export type AnsweredSet = z.output<typeof answeredSet>;
export type AnsweredVariant = AnsweredSet['variants'][number];
export type AnsweredQuestion = AnsweredSet['questions'][number];
export type AnswerRun = z.output<typeof answerRun>;
