import { describe, expect, it } from 'vitest';
import { readText } from './read-text.ts';

const MB = 1024 * 1024;
const reasonOf = (uri: string, bytes: Uint8Array, contentType?: string) => {
  const read = readText(uri, bytes, contentType);
  return 'reason' in read ? read.reason : undefined;
};

describe('readText', () => {
  it('takes as many bytes as a type may have, and no more', () => {
    const most = { pdf: 50, docx: 50, html: 10, htm: 10, json: 10, jsonl: 10, md: 10, pptx: 10, txt: 10, unknown: 10 };
    for (const [type, size] of Object.entries(most)) {
      const bytes = Buffer.alloc(size * MB + 1, 'word');
      expect(reasonOf(`gs://b/a.${type}`, bytes), type).toContain(`may have ${size} MB`);
      expect(reasonOf(`gs://b/a.${type}`, bytes.subarray(1)), type).toBeUndefined();
    }
  });

  it('goes by what the object says where its name has no extension', () => {
    expect(readText('gs://b/page', Buffer.from('<b>text</b>'), 'text/html; charset=utf-8')).toEqual({ text: ' text ' });
    expect(reasonOf('gs://b/page', Buffer.alloc(11 * MB, 'word'), 'application/pdf')).toBeUndefined();
  });

  it('has a reason where there is no text', () => {
    expect(reasonOf('gs://b/a.txt', Buffer.alloc(0))).toMatch(/is empty/);
    expect(reasonOf('gs://b/a.txt', Buffer.from(' \n'))).toMatch(/no text/);
    expect(reasonOf('gs://b/a.pdf', Buffer.from([1, 2, 3]))).toMatch(/no text/);
  });

  it('keeps the form feeds that part pages', () => {
    expect(readText('gs://b/a.txt', Buffer.from('one\ftwo'), undefined)).toEqual({ text: 'one\ftwo' });
  });
});
