import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, hitOf, passageId } from '../../../../shared/retrieval/vertex-rag/hit.ts';
import type { Context } from '../../../../shared/retrieval/vertex-rag/shapes.ts';

const contextOf = (more: Partial<Context> = {}): Context => ({
  uri: 'gs://i/t',
  text: 'text',
  score: undefined,
  pages: undefined,
  fileId: '12',
  chunkId: '34',
  ...more,
});
const sectionOf = (text: string, pages?: Context['pages']) =>
  hitOf(
    contextOf({ text, pages }),
    {
      documentId: 'a.md',
      title: 'Title',
      uri: 'gs://d/a.md',
      updatedAt: new Date(0),
      state: 'active',
      generation: 1n,
      metageneration: 1n,
      make: '',
      mediaType: '',
      language: '',
      parts: [],
      chunks: 1,
      garbage: [],
      tries: 0,
      indexedAt: new Date(0),
      acl: ['*'],
      ownMetadata: {},
      objectMetadata: {},
    },
    {},
  ).section;

describe('the id of a passage', () => {
  it('leads back to its document, whatever that is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.option(fc.stringMatching(/^\d{1,19}$/)), (documentId, id) => {
        const context = id === null ? contextOf({ fileId: '', chunkId: '' }) : contextOf({ fileId: id });
        expect(addressOf(passageId(documentId, context))?.documentId).toBe(documentId);
      }),
    );
  });

  it('is the ids of the service, or where it gives none of the very text', () => {
    expect(passageId('a:b.md', contextOf())).toBe('a:b.md:12-34');
    const without = { fileId: '', chunkId: '' };
    expect(passageId('a.md', contextOf(without))).toMatch(/^a\.md:[0-9a-f]{24}$/);
    expect(passageId('a.md', contextOf(without))).not.toBe(passageId('a.md', contextOf({ ...without, text: 'another' })));
    expect(passageId('a.md', contextOf(without))).not.toBe(passageId('a.md', contextOf({ ...without, uri: 'gs://i/u' })));
  });

  it.each(['', 'x', ':', 'x:', ':x'])('is none: %j', (id) => {
    expect(addressOf(id)).toBeUndefined();
  });
});

describe('the section of a passage', () => {
  it.each([
    ['## A > B\n\ntext', undefined, 'A > B'],
    ['tail of one\n\n## A > C\n\ntext', undefined, 'A > C'],
    ['## A\n\nx\n\n## B\n\ny', undefined, 'A'],
    ['text', undefined, 'Title'],
    ['text ## no heading', undefined, 'Title'],
    ['text', { first: 4, last: 4 }, 'Title, p. 4'],
    ['## A\n\ntext', { first: 4, last: 5 }, 'A, pp. 4–5'],
  ])('of %j, pages %j, is %s', (text, pages, section) => {
    expect(sectionOf(text, pages)).toBe(section);
  });
});
