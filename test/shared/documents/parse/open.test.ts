import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../../shared/config.ts';
import { createParser } from '../../../../shared/documents/parse/open.ts';
import { docx, p } from './office-file.ts';
import { pdfFile } from './pdf-file.ts';

const never = new AbortController().signal;
const config = parseConfig({ PARSE_TIMEOUT_MS: '4000', PARSE_MEMORY_MB: '128', PARSE_WORKERS: '1', DEFAULT_LANGUAGE: 'fr' }).reader.parse;
const name = (documentId: string) => ({ documentId, mediaType: undefined });

describe('the parser of a service', () => {
  const parser = createParser(config);
  afterAll(() => parser.close());
  const read = (documentId: string, content: string | Uint8Array, signal = never) =>
    parser.parse(name(documentId), typeof content === 'string' ? Buffer.from(content) : content, signal);

  it('reads documents on this thread and in a worker alike', async () => {
    expect(await read('a.md', '# Oil\n\n4711')).toMatchObject({ title: 'Oil', language: 'fr' });
    expect(await read('a.html', '<h1>Oil</h1><p>4711')).toMatchObject({ title: 'Oil', language: 'fr', text: '# Oil\n\n4711' });
    expect(await read('a.docx', docx(p('4711')))).toMatchObject({ title: 'a', text: '4711' });
  });

  it('hands on why a document can not be read', async () => {
    await expect(read('a.html', '<div>'.repeat(100_000))).rejects.toMatchObject({ name: 'InvalidInput', code: 'TOO_COMPLEX' });
    await expect(read('a.bin', 'x')).rejects.toMatchObject({ name: 'InvalidInput', code: 'UNSUPPORTED_TYPE' });
  });

  it('ends what takes too long or too much memory, and goes on with the next', async () => {
    const endless = `${'> '.repeat(50)}${'[a](b '.repeat(60_000)}`;
    await expect(read('a.md', endless)).rejects.toMatchObject({ code: expect.stringMatching(/PARSE_TIMEOUT|TOO_COMPLEX/) });
    const huge = `[${'{"a":[{"b":[1]}]},'.repeat(400_000)}{}]`;
    await expect(read('a.json', huge)).rejects.toMatchObject({ code: expect.stringMatching(/PARSE_TIMEOUT|TOO_COMPLEX/) });
    expect(await read('a.html', '<p>4711')).toMatchObject({ text: '4711' });
  }, 60_000);

  it('stops when nobody waits any more', async () => {
    const leaving = new AbortController();
    const reading = read('a.md', '[a](b '.repeat(60_000), leaving.signal);
    setTimeout(() => leaving.abort(new Error('left')), 300);
    await expect(reading).rejects.toThrow('left');
  });

  it('asks the model for PDF files without text, and for no others', async () => {
    const given: number[] = [];
    const reader = {
      read: async (pdf: Uint8Array) => {
        given.push(pdf.byteLength);
        return ['# Lease\n\nRent.', '', 'Signed.'];
      },
    };
    const reads = createParser(config, reader);
    try {
      const scan = pdfFile([[], [], []]);
      const { pages, text, ...rest } = await reads.parse(name('lease.pdf'), scan, never);
      expect(rest).toMatchObject({ title: 'Lease', mediaType: 'application/pdf' });
      expect(pages?.map((start) => text.slice(start, start + 7))).toEqual(['# Lease', '\n\nSigne', 'Signed.']);
      await reads.parse(name('text.pdf'), pdfFile([[{ x: 72, y: 700, text: 'Oil' }]]), never);
      expect(given).toEqual([scan.byteLength]);
    } finally {
      await reads.close();
    }
  });
});
