import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTenant, readBeirSet } from '../../../golden/questions/sets.ts';

const never = new AbortController().signal;

describe('a set in the layout of BEIR', () => {
  let folder: string;
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-set-'));
    write('queries.jsonl', '{"_id":"q1","text":"one"}\n{"_id":"q2","text":"two"}\n\n');
    write('qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('takes each line of the corpus as a document, and the queries that are judged', async () => {
    write('corpus.jsonl', '{"_id":"d1","title":"A\\ntitle","text":"text"}\n{"_id":"d2","text":"- plain"}\n');
    const set = readBeirSet(folder);
    expect(set.queries).toEqual([
      {
        id: 'q1',
        text: 'one',
        judged: new Map([
          ['d1', 2],
          ['d2', 0],
        ]),
      },
    ]);
    const documents = await Array.fromAsync(set.documents.list(set.tenant, never));
    const bytes = await Promise.all(documents.map((document) => document.read(never, 10_000_000)));
    expect(documents.map(({ documentId, mediaType }) => [documentId, mediaType])).toEqual([
      ['d1', 'text/markdown'],
      ['d2', 'text/plain'],
    ]);
    expect(bytes.map((each) => new TextDecoder().decode(each))).toEqual(['# A title\n\ntext\n', '- plain']);
    expect(set.tenant).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/);
  });

  it('takes a folder of documents where there is no corpus', async () => {
    write('docs/a/b.md', '# B\n');
    const set = readBeirSet(folder);
    expect((await Array.fromAsync(set.documents.list(set.tenant, never))).map(({ documentId }) => documentId)).toEqual(['a/b.md']);
  });

  it('can be a part of a tenant that others are parts of too', async () => {
    write('corpus.jsonl', '{"_id":"d1","text":"text"}\n');
    const alone = readBeirSet(folder);
    const set = inTenant(alone, 'together');
    const [document] = await Array.fromAsync(set.documents.list('together', never));
    expect(document).toMatchObject({ tenant: 'together', documentId: `${alone.name}/d1` });
    expect(set.queries[0]?.judged.get(`${alone.name}/d1`)).toBe(2);
  });

  it('names the file and the line that are wrong', () => {
    write('docs/a.md', 'x');
    write('queries.jsonl', '{"_id":"q1","text":"one"}\n{"_id":2,"text":"two"}\n');
    expect(() => readBeirSet(folder)).toThrow(/queries\.jsonl:2: _id/);
  });

  it('says what is missing', () => {
    expect(() => readBeirSet(folder)).toThrow(/neither corpus\.jsonl nor a folder docs/);
  });
});
