import { describe, expect, it } from 'vitest';
import { parse } from '../../../../shared/documents/parse/parse.ts';
import { encode } from './encode.ts';
import { column, type PdfOptions, type Placed, pdfFile } from './pdf-file.ts';

const read = (pages: readonly (readonly Placed[])[], options: PdfOptions = {}) =>
  parse({ documentId: 'a/file.pdf', mediaType: undefined }, pdfFile(pages, options));
const prose = (name: string, lines: number) => Array.from({ length: lines }, (_, i) => `${name} line ${i} says something about the pumps`);

describe('a PDF', () => {
  it('has paragraphs of its lines, and headings by their size', async () => {
    const { text, title } = await read([
      [
        { x: 72, y: 770, text: 'Pump manual', size: 24 },
        { x: 72, y: 730, text: 'Oil', size: 16 },
        ...column(72, 700, [
          'The pump needs oil every month and so do its neigh-',
          'bours, which are older than the pump is and need it',
          'more often.',
        ]),
        ...column(72, 650, ['Another paragraph stands below it, after a wider gap.']),
        { x: 72, y: 610, text: 'Water', size: 16 },
        ...column(72, 580, ['Water is not needed.']),
      ],
    ]);
    expect(text).toBe(
      '# Pump manual\n\n## Oil\n\nThe pump needs oil every month and so do its neighbours, which are older than the pump is and need it more often.\n\nAnother paragraph stands below it, after a wider gap.\n\n## Water\n\nWater is not needed.',
    );
    expect(title).toBe('Pump manual');
  });

  it('is read column by column, below what runs across them', async () => {
    const { text } = await read([
      [
        { x: 150, y: 780, text: 'A title that runs across both of the columns', size: 14 },
        ...column(72, 740, prose('Left', 12), 9),
        ...column(310, 740, prose('Right', 12), 9),
      ],
    ]);
    const order = ['A title', 'Left line 0', 'Left line 11', 'Right line 0', 'Right line 11'].map((part) => text.indexOf(part));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
  });

  it('is read with its pages turned', async () => {
    const turned = prose('Turned', 4).map((text, i): Placed => ({ x: 100 + 12 * i, y: 100, text, turned: 90 }));
    expect((await read([turned])).text).toMatch(/^Turned line 0[\s\S]+line 1[\s\S]+line 2[\s\S]+line 3/);
  });

  it('keeps the cells of a row together, under the names of their columns', async () => {
    const row = (y: number, ...cells: readonly string[]) => cells.map((text, i): Placed => ({ x: 72 + 130 * i, y, text }));
    const { text } = await read([
      [
        ...row(700, 'Part', 'Price', 'Stock'),
        ...row(686, '88-1173', '14.50', '3'),
        ...row(672, '88-2290', '9.00', '12'),
        ...row(658, 'Filter', '7.25', '1'),
      ],
    ]);
    expect(text).toBe(
      '| Part | Price | Stock |\n| --- | --- | --- |\n| 88-1173 | 14.50 | 3 |\n| 88-2290 | 9.00 | 12 |\n| Filter | 7.25 | 1 |',
    );
  });

  it('knows where its pages start, also where a sentence runs on and where a page is empty', async () => {
    const { text, pages } = await read([
      column(72, 700, ['This sentence starts on the first page of the document and it']),
      column(72, 700, ['goes on to the second one.']),
      [],
      column(72, 700, ['The last page.']),
    ]);
    expect(pages?.map((start) => text.slice(start, start + 12))).toEqual(['This sentenc', 'goes on to t', 'The last pag', 'The last pag']);
    expect(text).toContain('document and it goes on');
  });

  it('leaves out what runs along its pages, and their numbers', async () => {
    const page = (number: number): readonly Placed[] => [
      { x: 72, y: 810, text: 'Acme Inc. - confidential' },
      ...column(72, 700, prose(`Page ${number}`, 5)),
      { x: 290, y: 40, text: `Page ${number} of 3` },
    ];
    const { text } = await read([page(1), page(2), page(3)]);
    expect(text).not.toMatch(/confidential|of 3/);
    expect(text).toMatch(/Page 1 line 0[\s\S]+Page 3 line 4/);
  });

  it('leaves out headers that name the chapter, by the numbers beside it', async () => {
    const chapters = ['Oil', 'Oil', 'Water', 'Seals'];
    const pages = chapters.map((chapter, i): readonly Placed[] => [
      { x: 72, y: 800, text: `Chapter ${chapter}` },
      { x: 500, y: 800, text: String(i + 12) },
      ...column(72, 700, prose(`Part ${i}`, 3)),
    ]);
    const { text } = await read(pages);
    expect(text).not.toMatch(/Chapter|1[2345]/);
  });

  it('knows the codes of East Asian fonts that are not in the file', async () => {
    const text = Buffer.from(encode('ポンプの損傷', 'shift_jis')).toString('hex');
    expect((await read([[{ x: 72, y: 700, text }]], { isJapanese: true })).text).toBe('ポンプの損傷');
  });

  it('has the notes on a page, and the fields of a form with what was entered', async () => {
    const annotations = [
      '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(Check the seal.)>>',
      '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/F 2/Contents(Hidden.)>>',
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(Nationality)/V(Austrian)/Rect[0 0 9 9]>>',
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(Empty)/Rect[0 0 9 9]>>',
    ];
    const { text } = await read([column(72, 700, ['A form.'])], { annotations });
    expect(text).toBe('A form.\n\nCheck the seal.\n\nNationality: Austrian');
  });

  it('takes headings from its bookmarks, and facts from its properties', async () => {
    const page = [...column(72, 700, ['2 Oil and water', '']), ...column(72, 670, ['Both are needed.'])];
    const info = { Title: 'Pumps', Author: 'Ana', Keywords: 'oil, pump', CreationDate: "D:20260102030405+01'00'" };
    expect(await read([page], { outline: ['Oil and water'], info })).toMatchObject({
      text: '# 2 Oil and water\n\nBoth are needed.',
      title: 'Pumps',
      metadata: { author: 'Ana', keywords: ['oil', 'pump'], created_at: '2026-01-02T02:04:05.000Z', pages: 1 },
    });
    expect((await read([page], { info: { Title: 'Microsoft Word - draft.docx' } })).title).toBe('file');
  });

  const refused = async (bytes: Uint8Array, options = {}) => parse({ documentId: 'a.pdf', mediaType: undefined }, bytes, options);
  it('is refused with the reason when nothing can be read', async () => {
    await expect(refused(pdfFile([[]]))).rejects.toMatchObject({ code: 'NO_TEXT', message: expect.stringMatching(/no text/) });
    await expect(refused(Buffer.from('%PDF-1.4\nnothing'))).rejects.toMatchObject({ code: 'MALFORMED' });
    const limits = { maxPages: 1, maxExpansion: 100, maxUnpackedBytes: 1e6 };
    await expect(refused(pdfFile([[], []]), { limits })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringMatching(/PARSE_MAX_PAGES/),
    });
  });
});
