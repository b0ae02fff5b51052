import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusOf } from '../../../golden/questions/corpus.ts';
import type { GoldenQuestion, Label } from '../../../golden/questions/golden-set.ts';
import type { GoldenSet } from '../../../golden/questions/golden-sets.ts';
import { resolveLabels } from '../../../golden/questions/labels.ts';
import { countingEmbedder } from '../../fakes/embedder.ts';
import { documentOf } from '../../support/documents.ts';
import { embeddedBackend, type TestBackend } from '../../support/stores.ts';

const never = new AbortController().signal;
const LEAVE = '# Leave\n\nWho may take it.\n\n## Length\n\nSixteen weeks.\n\n### Twins\n\nTwenty weeks.\n\n## Notice\n\nTwo months.\n';

const question = (labels: readonly Label[], more: Partial<GoldenQuestion> = {}): GoldenQuestion => ({
  id: 'clean-q',
  question: 'How long?',
  labels: [...labels],
  groups: [],
  key_facts: [],
  forbidden: [],
  required_documents: [],
  ...more,
});
const setOf = (questions: readonly GoldenQuestion[], isMultipart = false): GoldenSet => ({
  name: 'golden/clean',
  file: 'golden/sets/clean.jsonl',
  tenant: 'acme',
  documents: corpusOf([], 'acme'),
  questions,
  isMultipart,
});

describe('the labels of a golden set', () => {
  let store: TestBackend;
  beforeAll(async () => {
    store = await embeddedBackend(countingEmbedder());
    await store.backend.put(documentOf(LEAVE, { documentId: 'leave.md' }), never);
    await store.backend.put(documentOf('# Pay\n\nMuch.\n', { documentId: 'pay.md', acl: ['hr'] }), never);
  });
  afterAll(() => store.backend.close());

  const resolved = async (...questions: readonly GoldenQuestion[]) => (await resolveLabels(setOf(questions), store.backend, never)).queries;

  it('are the passages under a heading and its subheadings', async () => {
    const [query] = await resolved(question([{ document: 'leave.md', heading: 'Length', grade: 3 }]));
    expect(query?.judged).toEqual(new Map([['leave.md#Length', 3]]));
    expect(query?.ranking?.(['leave.md:0', 'leave.md:2'])).toEqual(['leave.md:0', 'leave.md#Length']);
    expect(query?.ranking?.(['leave.md:3'])).toEqual(['leave.md:3']);
  });

  it('are found once: a second passage of a label takes a place and brings nothing', async () => {
    const [query] = await resolved(question([{ document: 'leave.md', heading: 'Length', grade: 3 }]));
    expect(query?.ranking?.(['leave.md:2', 'leave.md:1'])).toEqual(['leave.md#Length', 'leave.md:1']);
  });

  it('are each the narrowest that a passage stands under', async () => {
    const [query] = await resolved(
      question([
        { document: 'leave.md', grade: 1 },
        { document: 'leave.md', heading: 'Twins', grade: 3 },
      ]),
    );
    expect(query?.ranking?.(['leave.md:2', 'leave.md:0'])).toEqual(['leave.md#Twins', 'leave.md#']);
  });

  it('that each answer a question are one answer, and parts of their own where it asks several things', async () => {
    const both = question([
      { document: 'leave.md', heading: 'Twins', grade: 3 },
      { document: 'leave.md', heading: 'Notice', grade: 3 },
      { document: 'leave.md', heading: 'Length', grade: 2 },
    ]);
    const [one] = await resolved(both);
    const answer = 'leave.md#Twins or leave.md#Notice';
    expect(one?.parts).toEqual(
      new Map([
        ['leave.md#Twins', answer],
        ['leave.md#Notice', answer],
      ]),
    );
    const [several] = (await resolveLabels(setOf([both], true), store.backend, never)).queries;
    expect(several).not.toHaveProperty('parts');
  });

  it('are looked up also where only some groups may read', async () => {
    const [query] = await resolved(question([{ document: 'pay.md', grade: 3 }], { groups: ['hr'] }));
    expect(query).toMatchObject({ groups: ['hr'], judged: new Map([['pay.md#', 3]]) });
  });

  it('are an error that names each one that no passage stands under', async () => {
    const stray = question([
      { document: 'leave.md', heading: 'Moon', grade: 3 },
      { document: 'gone.md', grade: 2 },
    ]);
    await expect(resolved(stray)).rejects.toThrow(
      'golden/sets/clean.jsonl clean-q: no passage of leave.md stands under "Moon"; label what is\n' +
        'golden/sets/clean.jsonl clean-q: no passage of gone.md is there; label what is',
    );
  });
});
