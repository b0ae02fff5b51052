import { describe, expect, it } from 'vitest';
import { parse } from '../../../../shared/documents/parse/parse.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const markdown = (text: string, documentId = 'a/page.md') => parse({ documentId, mediaType: undefined }, bytes(text));

describe('parse', () => {
  it('takes the title from the front matter, then the first h1, then the file name', async () => {
    expect((await markdown('---\ntitle: Said\n---\n# Headed\n\nx')).title).toBe('Said');
    expect((await markdown('x\n\n# A *big* heading\n')).title).toBe('A big heading');
    expect((await markdown('x', 'a/refund policy.md')).title).toBe('refund policy');
  });

  it('reads front matter as metadata, typed as YAML has it', async () => {
    const { metadata, text, tree } = await markdown(
      '---\nversion: 5\nok: true\nreleased: 2024-06-01\ntags: [a, b]\nnested: {x: 1}\nempty:\nms.date: 06/29/2022\n---\nx',
    );
    expect(metadata).toEqual({ version: 5, ok: true, released: '2024-06-01', tags: ['a', 'b'], 'ms.date': '06/29/2022' });
    expect(text.slice(tree.children[0]?.position?.start.offset)).toBe('x');
  });

  it('keeps numbers of the front matter that would be written otherwise', async () => {
    const { metadata } = await markdown(
      '---\nversion: 1.10\nzip: 01234\nid: 12345678901234567890\nmask: 0xFF\nn: 14.5\nlist: [1.0, 2]\n---\nx',
    );
    expect(metadata).toEqual({ version: '1.10', zip: '01234', id: '12345678901234567890', mask: '0xFF', n: 14.5, list: ['1.0', 2] });
  });

  it.each([
    ['broken', '---\ntitle: [oops\n---\n# Kept\n\nx'],
    [
      'a bomb of aliases',
      `---\na: &a [x]\n${'bcdefghij'
        .split('')
        .map((c, i) => `${c}: &${c} [${`*${'abcdefghi'[i]},`.repeat(9)}]`)
        .join('\n')}\n---\n# Kept\n\nx`,
    ],
  ])('keeps a document whose front matter is %s, and says so', async (_, text) => {
    expect(await markdown(text)).toMatchObject({ title: 'Kept', metadata: {}, warning: expect.stringMatching(/front matter/) });
  });

  it.each([
    ['words', '---\n\nThe pump is hot.\n\n---\n\nx'],
    ['a list', '---\n- The pump is hot.\n---\nx'],
    ['words that end in a colon', '---\n\nThe pump is hot. As follows:\n\n---\n\nx'],
    ['a note', '---\n\n[^1]: The pump is hot.\n\n---\n\nx'],
    ['no valid YAML', '---\nnote: do: not\n\nThe pump is hot.\n---\nx'],
  ])('loses nothing of what stands between two rules at the beginning: %s', async (_, text) => {
    const { tree, metadata } = await markdown(text);
    const said = tree.children.map(({ position }) => text.slice(position?.start.offset, position?.end.offset)).join('\n');
    expect(said).toContain('The pump is hot.');
    expect(metadata).toEqual({});
  });

  it('reads lists and quotations after a rule at the beginning that no other follows', async () => {
    const { tree } = await markdown('---\n\n- a\n- b\n\n> | c | d |\n> |---|---|\n> | e | f |');
    expect(tree.children.map(({ type }) => type)).toEqual(['thematicBreak', 'list', 'blockquote']);
    expect(tree.children.at(-1)).toMatchObject({ children: [{ type: 'table' }] });
  });

  it('drops what Postgres can not store, and a byte-order mark', async () => {
    expect((await markdown('\ufeff# T\u0000itle\n\na\u0000b')).text).toBe('# Title\n\nab');
  });

  it('reads UTF-16 by its mark, and line ends of every kind', async () => {
    const utf16 = Buffer.from('\ufeff# Über\r\n\r\nzwei\rdrei', 'utf16le');
    expect(await parse({ documentId: 'a.md', mediaType: undefined }, utf16)).toMatchObject({ title: 'Über', text: '# Über\n\nzwei\ndrei' });
    expect(await parse({ documentId: 'a.md', mediaType: undefined }, Buffer.from(utf16).swap16())).toMatchObject({ title: 'Über' });
  });

  it('goes by the name before the declared type, and by that where the name says nothing', async () => {
    const heading = bytes('# H\n\nx');
    expect((await parse({ documentId: 'a.md', mediaType: 'application/octet-stream' }, heading)).title).toBe('H');
    expect((await parse({ documentId: 'LICENSE', mediaType: 'text/plain; charset=utf-8' }, heading)).title).toBe('LICENSE');
    expect((await parse({ documentId: '4983', mediaType: 'text/markdown' }, heading)).title).toBe('H');
  });

  const refused = (code: string, reason: RegExp) => expect.objectContaining({ code, message: expect.stringMatching(reason) });
  it('refuses what it can not read, with a reason', async () => {
    const noise = Buffer.from(Array.from({ length: 2_048 }, (_, i) => (i * 73) % 256));
    const give = (documentId: string, content: Uint8Array, mediaType?: string) => () => parse({ documentId, mediaType }, content);
    await expect(give('a.bin', noise)()).rejects.toThrow(refused('UNSUPPORTED_TYPE', /octet-stream/));
    await expect(give('a.md', noise)()).rejects.toThrow(refused('NOT_TEXT', /not text/));
    await expect(give('a', bytes('x'), 'constructor')()).rejects.toThrow(refused('UNSUPPORTED_TYPE', /constructor/));
    for (const empty of ['', ' \n\n ', '---\ntitle: x\n---\n'])
      await expect(give('a.md', bytes(empty))()).rejects.toThrow(refused('EMPTY_DOCUMENT', /no text/));
  });

  it('reads a long text in parts as it would read it whole', async () => {
    const section = (i: number) =>
      `## Section ${i}\n\nText with \`code\` and a list:\n\n- one\n- two\n\n\`\`\`\n# no heading\n\nstill code\n\`\`\`\n\n`;
    const text = Array.from({ length: 2_400 }, (_, i) => section(i)).join('');
    const { tree } = await markdown(text);
    expect(tree.children.filter(({ type }) => type === 'heading')).toHaveLength(2_400);
    for (const node of tree.children.filter(({ type }) => type === 'code')) {
      expect(text.slice(node.position?.start.offset, node.position?.end.offset)).toMatch(/^```\n# no heading\n\nstill code\n```$/);
    }
  });

  it('takes a megabyte without a break in its stride', async () => {
    const start = performance.now();
    expect((await markdown(`${'*word* [x]( '.repeat(200_000)}`)).tree.children.length).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it('makes a paragraph of each run of lines in plain text', async () => {
    const { text, tree } = await parse({ documentId: 'note.txt', mediaType: undefined }, bytes('one\n two\n\n \nthree'));
    expect(tree.children.map(({ position }) => text.slice(position?.start.offset, position?.end.offset))).toEqual(['one\n two', 'three']);
  });
});
