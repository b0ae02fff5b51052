import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parse } from '../../../../shared/documents/parse/parse.ts';
import { core, docx, p, pptx, shape, slide, stylesPart, tc, tr, zip } from './office-file.ts';

const LIMITS = { maxPages: 2, maxExpansion: 20, maxUnpackedBytes: 1_000_000 };
const read = (bytes: Uint8Array, documentId = 'a/file', options = {}) => parse({ documentId, mediaType: undefined }, bytes, options);

describe('a Word file', () => {
  it('has headings by the level of their style, whatever it is called', async () => {
    const styles = stylesPart({
      T: { name: 'Title' },
      H1: { name: 'heading 1' },
      Kapitel: { name: 'Kapitel', level: 1 },
      Unter: { name: 'Unterkapitel', basedOn: 'Kapitel' },
    });
    const bytes = docx(
      p('Pumps', 'T') + p('Oil', 'H1') + p('Monthly.') + p('Filter', 'Kapitel') + p('Dry.') + p('Seal', 'Unter') + p('Blue.'),
      {
        'word/styles.xml': styles,
      },
    );
    expect(await read(bytes)).toMatchObject({
      title: 'Pumps',
      text: '# Pumps\n\n## Oil\n\nMonthly.\n\n### Filter\n\nDry.\n\n### Seal\n\nBlue.',
    });
  });

  it('has tables with merged cells expanded, their first row as header where it reads as one', async () => {
    const table = `<w:tbl>${tr(tc('Part'), tc('Price'), tc('Stock'))}${tr(tc('Pump', '<w:vMerge w:val="restart"/>'), tc('14.50'), tc('3'))}${tr(tc('', '<w:vMerge/>'), tc('9.00', '<w:gridSpan w:val="2"/>'))}</w:tbl>`;
    expect((await read(docx(table))).text).toBe(
      '| Part | Price | Stock |\n| --- | --- | --- |\n| Pump | 14.50 | 3 |\n| Pump | 9.00 | 9.00 |',
    );
  });

  it('has a header whose cells are merged', async () => {
    const body = tr(tc('Linz'), tc('3'), tc('4')) + tr(tc('Graz'), tc('5'), tc('6'));
    const spanned = tr(tc('City'), tc('Stock', '<w:gridSpan w:val="2"/>'));
    expect((await read(docx(`<w:tbl>${spanned}${body}</w:tbl>`))).text).toBe(
      '| City | Stock | Stock |\n| --- | --- | --- |\n| Linz | 3 | 4 |\n| Graz | 5 | 6 |',
    );
    const first = tr(tc('City', '<w:vMerge w:val="restart"/>'), tc('Stock', '<w:gridSpan w:val="2"/>'));
    const second = tr(tc('', '<w:vMerge/>'), tc('May'), tc('June'));
    expect((await read(docx(`<w:tbl>${first}${second}${body}</w:tbl>`))).text).toBe(
      '| City | Stock / May | Stock / June |\n| --- | --- | --- |\n| Linz | 3 | 4 |\n| Graz | 5 | 6 |',
    );
  });

  it('has equations as text', async () => {
    const fraction = '<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b+c</m:t></m:r></m:den></m:f>';
    const power = '<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>';
    const equation = `<m:oMathPara><m:oMath>${fraction}<m:r><m:t>&lt;</m:t></m:r>${power}</m:oMath></m:oMathPara>`;
    expect((await read(docx(`<w:p>${equation}</w:p>`))).text).toBe('a/(b+c)<x^2');
  });

  it('says of itself what its properties say, but no title that a program gave', async () => {
    const properties = core(
      '<dc:title>Document1</dc:title><dc:creator>Ana</dc:creator><cp:keywords>oil; pump</cp:keywords><dcterms:modified>2026-01-02T03:04:05Z</dcterms:modified><dc:language>de-DE</dc:language>',
    );
    expect(await read(docx(p('Öl'), { 'docProps/core.xml': properties }), 'a/Pumpen.docx')).toMatchObject({
      title: 'Pumpen',
      language: 'de',
      metadata: { author: 'Ana', keywords: ['oil', 'pump'], updated_at: '2026-01-02T03:04:05.000Z' },
    });
  });

  it('is known by what it holds, whatever it is called', async () => {
    expect(await read(docx(p('Oil')), 'a/notes.txt')).toMatchObject({ text: 'Oil', mediaType: expect.stringMatching(/wordprocessingml/) });
  });

  it('does not unpack what is far larger than its file', async () => {
    await expect(read(docx(p('x'.repeat(900_000))), 'a.docx', { limits: LIMITS })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringMatching(/unpacks/),
    });
  });

  it('refuses entities, by which a small file can be made to expand without end', async () => {
    const bytes = zip({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document>&b;</w:document>' });
    await expect(read(bytes)).rejects.toMatchObject({ code: 'MALFORMED', message: expect.stringMatching(/document type/) });
  });

  it.each([
    ['is cut off', docx(p('Oil')).subarray(0, 300)],
    ['has no document in it', zip({ 'word/document.xml': 'nothing' })],
  ])('says so when it %s', async (_, bytes) => {
    await expect(read(bytes, 'a.docx')).rejects.toMatchObject({ name: 'InvalidInput' });
  });
});

describe('a presentation', () => {
  const table = `<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/>${[
    ['Part', 'Price'],
    ['88-1173', '14.50 &#x20AC;'],
  ]
    .map(
      (row) => `<a:tr>${row.map((cell) => `<a:tc><a:txBody><a:p><a:r><a:t>${cell}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
    )
    .join('')}</a:tbl></p:graphicFrame>`;

  it('is a section a slide in their order, with points, tables and notes, without hidden slides and numbers', async () => {
    const { text, title, pages } = await read(
      pptx(
        [
          slide(shape('body', 'Oil', [1, 'monthly'], 'Filter') + shape('ctrTitle', 'Pumps &amp; seals') + shape('sldNum', '1')),
          slide(shape('title', 'Secret') + shape('body', 'hidden'), ' show="0"'),
          slide(`<p:grpSp>${shape(undefined, 'In a group')}</p:grpSp>${table}`),
        ],
        { 1: 'Say hello.' },
      ),
    );
    expect(text).toBe(
      '## Pumps & seals\n\n- Oil\n  - monthly\n- Filter\n\nNotes:\n\nSay hello.\n\n## Slide 2\n\nIn a group\n\n| Part | Price |\n| --- | --- |\n| 88-1173 | 14.50 € |',
    );
    expect(title).toBe('Pumps & seals');
    expect(pages?.map((start) => text.slice(start, start + 10))).toEqual(['## Pumps &', '## Slide 2']);
  });

  it('is refused with more slides than are read', async () => {
    const slides = ['One', 'Two', 'Three'].map((title) => slide(shape('title', title)));
    await expect(read(pptx(slides), 'a.pptx', { limits: LIMITS })).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });
});

describe('a book', () => {
  it('is its pages in their order', async () => {
    const item = (id: string) => `<item id="${id}" href="text/${id}.xhtml" media-type="application/xhtml+xml"/>`;
    const page = (body: string) =>
      strToU8(`<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`);
    const bytes = zipSync({
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      'META-INF/container.xml': strToU8('<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'),
      'OPS/book.opf': strToU8(
        `<package xmlns:dc="dc"><metadata><dc:title>Pumps</dc:title><dc:language>en</dc:language><dc:creator>Ana</dc:creator></metadata><manifest>${item('b')}${item('a')}</manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
      ),
      'OPS/text/a.xhtml': page('<h1>Oil</h1><p>Monthly.</p>'),
      'OPS/text/b.xhtml': page('<h1>Seal</h1><p>Blue.</p>'),
    });
    expect(await read(bytes)).toMatchObject({ title: 'Pumps', text: '# Oil\n\nMonthly.\n\n# Seal\n\nBlue.', metadata: { author: 'Ana' } });
  });
});

describe('what is not read', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  it.each([
    ['a workbook', zip({ 'xl/workbook.xml': '<x/>' }), /Excel/],
    ['an archive', zip({ 'a.txt': 'x' }), /archives/i],
    ['a picture', bytes('\x89PNG\r\n\x1a\n0000'), /image/],
    ['a rich text', bytes('{\\rtf1 x}'), /RTF/],
    ['an old Word file', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe10000'), /2007/],
    ['XML', bytes('<?xml version="1.0"?><feed/>'), /XML/],
  ])('is named: %s', async (_, content, reason) => {
    await expect(read(content, 'a/file')).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE', message: expect.stringMatching(reason) });
  });

  it('says that a file of Office opens only with a password', async () => {
    const container = Buffer.concat([bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), Buffer.from('EncryptedPackage', 'utf16le')]);
    await expect(read(container, 'a.docx')).rejects.toMatchObject({ code: 'ENCRYPTED', message: expect.stringMatching(/password/) });
  });
});
