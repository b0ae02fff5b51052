import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk, KEEP_FROM_CHUNKS } from '../../../../shared/documents/chunk/chunk.ts';
import { sectionOf } from '../../../../shared/documents/document.ts';
import { parseMarkdown } from '../../../../shared/documents/parse/markdown.ts';
import { parseText } from '../../../../shared/documents/parse/text.ts';

const sizes = { maxChars: 400, overlapChars: 80 };
const cut = (text: string, options = sizes) => chunk(parseMarkdown(text, 'file'), options);
const sections = (text: string) => cut(text).map(({ headingPath }) => sectionOf(headingPath));
const sentence = (i: number) => `This is sentence number ${i} of the story.`;
const story = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => sentence(from + i)).join(' ');

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

  it('keeps the words of headings that have nothing below them, and runs of such headings together', () => {
    expect(
      cut('# Guide\n\n## Empty\n\n## Also empty\n\n## Full\n\nx\n').map(({ headingPath, body }) => [sectionOf(headingPath), body]),
    ).toEqual([
      ['Guide', '## Empty\n\n## Also empty'],
      ['Guide > Full', 'x'],
    ]);
    expect(cut('# Alone').map(({ body }) => body)).toEqual(['# Alone']);
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

  it('repeats whole sentences of the chunk before, no more than the overlap', () => {
    const chunks = cut(`# A\n\n${story(0, 40)}`);
    expect(chunks.length).toBeGreaterThan(3);
    for (const [i, { body }] of chunks.entries()) {
      expect(body.length).toBeLessThanOrEqual(sizes.maxChars);
      expect(body).toMatch(/^This is .* story\.$/);
      const before = chunks[i - 1];
      if (!before) continue;
      const [first] = body.match(/^[^.]*\./) ?? [];
      expect(before.body).toContain(first);
      const shared = body
        .split(/(?<=\.) /)
        .filter((each) => before.body.includes(each))
        .join(' ');
      expect(shared.length).toBeLessThanOrEqual(sizes.overlapChars);
    }
  });

  it('does not take the end of a wrapped line for the end of a sentence', () => {
    const wrapped = story(0, 40).replaceAll(' of the ', '\nof the ');
    for (const { body } of cut(`# A\n\n${wrapped}`)) expect(body).toMatch(/^This/);
  });

  it('never cuts a row that fits, and repeats the header on each piece of a table', () => {
    const rows = Array.from({ length: 40 }, (_, i) => `| 88-${1_000 + i} | item number ${i} | ${i}.00 |`);
    const header = '| SKU | Item | Price |\n|---|---|---|';
    const chunks = cut(`# Prices\n\nIntro.\n\n${header}\n${rows.join('\n')}\n`);
    expect(chunks.length).toBeGreaterThan(2);
    for (const { body } of chunks) {
      expect(body).toContain(header);
      expect(body.length).toBeLessThanOrEqual(sizes.maxChars);
      for (const line of body.split('\n').filter((each) => each.includes('88-'))) expect(rows).toContain(line);
    }
    for (const row of rows) expect(chunks.filter(({ body }) => body.includes(row))).toHaveLength(1);
  });

  it('never cuts a block of code that fits, and cuts a longer one at blank lines', () => {
    const fn = (i: number) => `function f${i}() {\n  return ${'x'.repeat(40)};\n}`;
    const fitting = `\`\`\`js\n${fn(1)}\n\n${fn(2)}\n\n${fn(3)}\n\`\`\``;
    expect(cut(`# A\n\n${story(0, 8)}\n\n${fitting}\n\n${story(8, 16)}`).filter(({ body }) => body.includes(fitting))).toHaveLength(1);
    const long = Array.from({ length: 30 }, (_, i) => fn(i));
    const pieces = cut(`# A\n\n\`\`\`js\n${long.join('\n\n')}\n\`\`\`\n`);
    for (const each of long) expect(pieces.filter(({ body }) => body.includes(each))).toHaveLength(1);
  });

  it('never cuts a list item that fits', () => {
    const items = Array.from({ length: 20 }, (_, i) => `${i + 1}. Step ${i}: ${sentence(i)}\n   - with a detail ${i}`);
    const chunks = cut(`# Steps\n\nDo this:\n\n${items.join('\n')}\n`);
    for (const item of items) expect(chunks.filter(({ body }) => body.includes(item))).toHaveLength(1);
    expect(chunks[0]?.body).toMatch(/^Do this:\n\n1\./);
  });

  it('cuts a word longer than a chunk between characters', () => {
    const chunks = cut(`# A\n\n${'😀'.repeat(1_000)}`);
    expect(chunks.every(({ body }) => body.isWellFormed() && body.length <= sizes.maxChars)).toBe(true);
    expect(chunks.map(({ body }) => body).join('')).toBe('😀'.repeat(1_000));
  });
});

const words = fc.array(fc.constantFrom('pump', 'valve', 'refund', 'E-4021', 'the', '部署', 'naïve', '😀'), {
  minLength: 1,
  maxLength: 60,
  size: 'max',
});
const prose = words.map((each) => `${each.join(' ')}.`);
const block = fc.oneof(
  { weight: 4, arbitrary: prose },
  { weight: 1, arbitrary: fc.array(prose, { minLength: 1, maxLength: 6 }).map((each) => each.map((text) => `- ${text}`).join('\n')) },
  {
    weight: 1,
    arbitrary: fc
      .array(words, { minLength: 1, maxLength: 12 })
      .map((rows) => `| a |\n|---|\n${rows.map((row) => `| ${row.join(' ')} |`).join('\n')}`),
  },
  { weight: 1, arbitrary: prose.map((text) => `\`\`\`\n${text}\n\n${text}\n\`\`\``) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 4 }), prose).map(([depth, text]) => `${'#'.repeat(depth)} ${text.slice(0, 60)}`),
  },
);
const markdown = fc.array(block, { minLength: 1, maxLength: 30 }).map((blocks) => blocks.join('\n\n'));

describe('chunk: whatever the document', () => {
  it('loses no word of it, and makes no chunk longer than it may be', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const chunks = cut(text);
        const seen = chunks.flatMap(({ headingPath, body }) => [...headingPath, body]).join('\n');
        for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) expect(seen).toContain(word);
        for (const { body } of chunks) expect(body.length).toBeLessThanOrEqual(sizes.maxChars + '| a |\n|---|\n'.length);
      }),
    );
  });

  it('gives the same chunks every time', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(cut(text)).toEqual(cut(text));
      }),
    );
  });

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
        const after = chunk(parseMarkdown(`# Long\n\n${edited.join('\n\n')}`, 'file'), sizes, before);
        const seen = after.map(({ body }) => body).join('\n');
        for (const paragraph of edited.filter((each) => each.length < 100)) expect(seen).toContain(paragraph);
        for (const { body } of after) expect(body.length).toBeLessThanOrEqual(sizes.maxChars);
        const known = new Set(before.map(({ body }) => body));
        expect(after.filter(({ body }) => !known.has(body)).length).toBeLessThanOrEqual(4);
      }),
      { numRuns: 40 },
    );
  });

  it('cuts plain text by its paragraphs', () => {
    const chunks = chunk(parseText(Array.from({ length: 12 }, (_, i) => story(i * 3, i * 3 + 3)).join('\n\n'), 'notes'), sizes);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.every(({ headingPath }) => sectionOf(headingPath) === 'notes')).toBe(true);
  });
});
