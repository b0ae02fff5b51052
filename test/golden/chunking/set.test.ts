import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSpanSet } from '../../../golden/chunking/set.ts';

describe('readSpanSet', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-spans-'));
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs', 'a.md'), '😀 One. Two.');
    writeFileSync(join(folder, 'queries.jsonl'), '{"_id":"q1","text":"What comes second?"}\n');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (content: string, query = 'q1', start = 7, end = 11) =>
    writeFileSync(
      join(folder, 'spans.jsonl'),
      `${JSON.stringify({ query_id: query, corpus_id: 'a', references: [{ content, start_index: start, end_index: end }] })}\n`,
    );

  it('turns offsets in code points into those of JavaScript', () => {
    write('Two.');
    expect(readSpanSet(folder)).toEqual({
      corpora: [{ id: 'a', text: '😀 One. Two.' }],
      questions: [{ id: 'q1', text: 'What comes second?', corpus: 'a', spans: [{ start: 8, end: 12 }] }],
    });
  });

  it('counts as the product reads the file: without byte-order mark and CR', () => {
    writeFileSync(join(folder, 'docs', 'a.md'), '\ufeffO\r\ne.\r\nTwo.');
    write('e.\r\n', 'q1', 4, 8);
    const { corpora, questions } = readSpanSet(folder);
    expect(corpora).toEqual([{ id: 'a', text: 'O\ne.\nTwo.' }]);
    expect(questions[0]?.spans).toEqual([{ start: 2, end: 5 }]);
  });

  it('refuses a span that is not what stands there, and one of no question', () => {
    write('One.');
    expect(() => readSpanSet(folder)).toThrow(/q1: a says something else there/);
    write('Two.', 'q2');
    expect(() => readSpanSet(folder)).toThrow(/q2 is not in queries/);
  });
});
