import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodiesOf, covers } from '../../../golden/questions/bodies.ts';
import { corpusOf } from '../../../golden/questions/corpus.ts';
import { parseConfig } from '../../../shared/config.ts';
import { documentOf } from '../../support/documents.ts';

const BODY = 'Unused goods can be sent back within thirty days of delivery, in their original packaging.';

describe('whether a passage says what stands under a heading', () => {
  it('holds for all of it, whatever stands around it and however it is spaced', () => {
    expect(covers(`## Returns\n\nBefore.\n\n${BODY.replaceAll(' ', '\n')}\n\nAfter.`, BODY)).toBe(true);
  });

  it('holds for half of it and not for less', () => {
    const words = BODY.split(' ');
    expect(covers(words.slice(0, 10).join(' '), BODY)).toBe(true);
    expect(covers(words.slice(0, 7).join(' '), BODY)).toBe(false);
  });

  it('holds for a text of two words, and for none that lacks them', () => {
    expect(covers('Call 112 now.', 'Call 112')).toBe(true);
    expect(covers('Call 113 now.', 'Call 112')).toBe(false);
    expect(covers('anything', '—')).toBe(false);
  });

  it('holds for every text of itself', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (words) => covers(words.join(' '), words.join(' '))),
    );
  });

  it('knows what labelled documents say under each heading', async () => {
    const documents = corpusOf(
      [documentOf(`# Returns\n\n## Unused\n\n${BODY}\n`, { documentId: 'a.md' }), documentOf('# B\n\nb\n', { documentId: 'b.md' })],
      'acme',
    );
    const question = {
      id: 'a-b',
      question: '?',
      labels: [{ document: 'a.md', heading: 'Unused', grade: 3 as const }],
      groups: [],
      key_facts: [],
      forbidden: [],
      required_documents: [],
    };
    const bodies = await bodiesOf({ documents, tenant: 'acme', questions: [question] }, parseConfig({}), new AbortController().signal);
    expect([...bodies]).toEqual([['a.md', [{ section: 'Returns > Unused', body: BODY }]]]);
  });
});
