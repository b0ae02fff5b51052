import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk, KEEP_FROM_CHUNKS } from '../../../../shared/documents/chunk/chunk.ts';
import { sectionOf } from '../../../../shared/documents/document.ts';
import { parseText } from '../../../../shared/documents/parse/text.ts';
import { bodies, cut, SIZES, story } from './cut.ts';
import { prose } from './markdown.ts';

const sections = (text: string) => cut(text).map(({ headingPath }) => sectionOf(headingPath));

describe('chunk: structure', () => {
  it('makes a passage of each section and carries the headings above it', () => {
    const chunks = cut(
      '# Billing\n\nGeneral.\n\n## Refunds\n\nTo the card.\n\n### Partial refunds\n\nOf a line.\n\n## Chargebacks\n\nBy the bank.\n',
    );
    expect(chunks.map(({ headingPath, body }) => [sectionOf(headingPath), body])).toEqual([
      ['Billing', 'General.'],
      ['Billing > Refunds', 'To the card.'],
      ['Billing > Refunds > Partial refunds', 'Of a line.'],
      ['Billing > Chargebacks', 'By the bank.'],
    ]);
    expect(chunks.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3]);
  });

  it('puts the title first where no h1 repeats it', () => {
    expect(sections('---\ntitle: Policy\n---\n## Scope\n\nx')).toEqual(['Policy > Scope']);
    expect(sections('---\ntitle: Policy\n---\n# Policy\n\n## Scope\n\nx')).toEqual(['Policy > Scope']);
    expect(sections('---\ntitle: Policy\n---\n# Returns\n\nx')).toEqual(['Policy > Returns']);
    expect(sections('x')).toEqual(['file']);
    expect(sections('# One\n\nx\n\n# Two\n\ny')).toEqual(['One', 'Two']);
  });

  it('opens a section with the headings before it that have nothing below them', () => {
    expect(
      cut('# Guide\n\n## Empty\n\n## Also empty\n\n## Full\n\nx\n').map(({ headingPath, body }) => [sectionOf(headingPath), body]),
    ).toEqual([['Guide > Full', '## Empty\n\n## Also empty\n\n## Full\n\nx']]);
  });

  it('loses no heading at the end of a document, or where there is nothing else', () => {
    expect(bodies('# Guide\n\nx\n\n## Empty\n')).toEqual(['x\n\n## Empty']);
    expect(bodies('# Alone')).toEqual(['# Alone']);
  });

  it('loses no heading above one that has nothing below it', () => {
    expect(bodies('# Guide\n\nx\n\n## Part\n\n### Empty\n\n## Full\n\ny')).toEqual(['x', '## Part\n\n### Empty\n\n## Full\n\ny']);
    expect(bodies('# Guide\n\nx\n\n## Part\n\n### Empty\n')).toEqual(['x\n\n## Part\n\n### Empty']);
    expect(bodies('# Guide\n\n## Part\n\nx\n\n### Empty\n\n## Full\n\ny')).toEqual(['x', '### Empty\n\n## Full\n\ny']);
  });

  it('takes a paragraph above a line of = for what it is', () => {
    const chunks = cut(`# Notes\n\nBefore.\n\n${story(0, 6)}\n=\n\nAfter.\n`);
    expect(chunks.map(({ headingPath }) => headingPath)).toEqual([['Notes']]);
    expect(chunks[0]?.body).toContain(`Before.\n\n${story(0, 6)}\n=\n\nAfter.`);
  });

  it('takes 20,000 headings', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `## Heading ${i}\n`).join('\n');
    const chunks = cut(text);
    expect(chunks.length).toBeLessThan(2_000);
    expect(chunks.at(-1)?.body).toMatch(/Heading 19999$/);
  });
});

describe('chunk: size', () => {
  it('leaves a section whole that fits', () => {
    expect(cut(`# A\n\n${'x'.repeat(200)}\n\n${'y'.repeat(190)}`)).toHaveLength(1);
  });

  it('never repeats all of the chunk before', () => {
    // With the rule before it, what stands up to the long word is one character too long.
    const chunks = cut(`---\n\nvalve.\n\nvalve valve ${'abc '.repeat(94)}${'x'.repeat(30)}.\n\n| a | b |\n|---|---|`);
    for (const [i, { start }] of chunks.entries()) expect(start).toBeGreaterThan(chunks[i - 1]?.start ?? -1);
  });

  it('repeats whole sentences of the chunk before, no more than the overlap', () => {
    const chunks = cut(`# A\n\n${story(0, 40)}`);
    expect(chunks.length).toBeGreaterThan(3);
    for (const [i, { body }] of chunks.entries()) {
      expect(body.length).toBeLessThanOrEqual(SIZES.maxChars);
      expect(body).toMatch(/^This is .* story\.$/);
      const before = chunks[i - 1];
      if (!before) continue;
      const [first] = body.match(/^[^.]*\./) ?? [];
      expect(before.body).toContain(first);
      const shared = body
        .split(/(?<=\.) /)
        .filter((each) => before.body.includes(each))
        .join(' ');
      expect(shared.length).toBeLessThanOrEqual(SIZES.overlapChars);
    }
  });

  it('does not take the end of a wrapped line for the end of a sentence', () => {
    const wrapped = story(0, 40).replaceAll(' of the ', '\nof the ');
    for (const { body } of cut(`# A\n\n${wrapped}`)) expect(body).toMatch(/^This/);
  });
});

describe('chunk: the version before', () => {
  it('keeps every word when it keeps chunks of the version before', () => {
    const long = fc.array(
      fc.tuple(prose, prose).map((each) => each.join(' ')),
      { minLength: 120, maxLength: 160, size: 'max' },
    );
    fc.assert(
      fc.property(long, fc.nat(), prose, fc.constantFrom('replace', 'insert', 'remove'), (paragraphs, at, text, edit) => {
        const before = cut(`# Long\n\n${paragraphs.join('\n\n')}`);
        fc.pre(before.length >= KEEP_FROM_CHUNKS);
        const edited = paragraphs.toSpliced(at % paragraphs.length, edit === 'insert' ? 0 : 1, ...(edit === 'remove' ? [] : [text]));
        const after = cut(`# Long\n\n${edited.join('\n\n')}`, SIZES, before);
        const seen = after.map(({ body }) => body).join('\n');
        for (const paragraph of edited.filter((each) => each.length < 100)) expect(seen).toContain(paragraph);
        for (const { body } of after) expect(body.length).toBeLessThanOrEqual(SIZES.maxChars);
        const known = new Set(before.map(({ body }) => body));
        expect(after.filter(({ body }) => !known.has(body)).length).toBeLessThanOrEqual(4);
      }),
      { numRuns: 20 },
    );
  });

  it('cuts plain text by its paragraphs', () => {
    const text = Array.from({ length: 12 }, (_, i) => story(i * 3, i * 3 + 3)).join('\n\n');
    const chunks = chunk({ text, tree: parseText(text).tree, title: 'notes', mediaType: 'text/plain', language: 'en' }, SIZES);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.every(({ headingPath }) => sectionOf(headingPath) === 'notes')).toBe(true);
  });
});
