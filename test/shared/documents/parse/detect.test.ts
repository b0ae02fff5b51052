import { describe, expect, it } from 'vitest';
import { detect, nameOf } from '../../../../shared/documents/parse/detect.ts';

const typeOf = (documentId: string, head: string) => detect({ documentId, mediaType: undefined }, Buffer.from(head, 'latin1')).mediaType;

describe('detect', () => {
  it.each([
    'ID3 is a decision tree.',
    'ID3\nis a decision tree.',
    'GIF89a is a format.',
    'GIF89a\n\nis a format.',
    'BZh9 marks the start.',
    'The ftyp box comes first.',
    '%PDF-1.4 is the header of a file.',
    '%PDF-1.4\n\nis the header of a file.',
    'RIFF or WEBP, WAVE',
    'Rar! she said.',
    'OggS is a page, fLaC a stream.',
    'fLaC is a stream.',
    '<?xml version="1.0"?> is how a file of XML begins, and <a> follows.',
  ])('does not take a text for what its first word names: %s', (text) => {
    expect(typeOf('a.md', text)).toBe('text/markdown');
    expect(typeOf('a.txt', text)).toBe('text/plain');
  });

  it.each([
    ['audio/x-unknown', 'ID3\x04\0\0'],
    ['audio/x-unknown', 'OggS\0\x02'],
    ['audio/x-unknown', 'fLaC\0\0\0\x22'],
    ['audio/x-unknown', 'RIFF\x24\x08\0\0WAVEfmt '],
    ['image/webp', 'RIFF\x24\x08\0\0WEBPVP8 '],
    ['image/gif', 'GIF89a\x90\x01\x2c\x01\xf7'],
    ['application/x-compressed', 'BZh91AY&SY\x8c'],
    ['application/x-compressed', 'Rar!\x1a\x07\x01\0'],
    ['video/mp4', '\0\0\0\x20ftypisom'],
    ['application/pdf', '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj'],
    ['application/pdf', '%PDF-1.7 \r\n1 0 obj'],
    ['application/rtf', '{\\rtf1\\ansi text}'],
    ['application/xml', '<?xml version="1.0"?>\n<rss/>'],
  ])('knows %s by its first bytes, whatever it is called', (mediaType, head) => {
    expect(typeOf('a.txt', head)).toBe(mediaType);
  });

  it('has names for types in the plural', () => {
    expect(['video/mp4', 'audio/x-unknown'].map(nameOf)).toEqual(['Videos (video/mp4)', 'Sound recordings (audio/x-unknown)']);
  });
});
