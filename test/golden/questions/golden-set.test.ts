import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lintSets, readSetTexts } from '../../../golden/lint/sets.ts';
import { type GoldenCorpus, readGoldenCorpus } from '../../../golden/questions/golden-corpus.ts';
import { problemLine, readGoldenSet, TENANT } from '../../../golden/questions/golden-set.ts';

const never = new AbortController().signal;

describe('the golden sets', () => {
  let corpus: GoldenCorpus;
  beforeAll(async () => {
    corpus = await readGoldenCorpus('golden/corpus', TENANT, never);
  });

  it('have nothing to put right', () => {
    expect(lintSets(readSetTexts('golden/sets'), corpus).map(problemLine)).toEqual([]);
  });

  it('ask of a company with many record pages, some closed documents and several languages', () => {
    const documents = [...corpus.values()];
    const records = ['error-page', 'device-record', 'inspection-record', 'batch-certificate', 'part-sheet'];
    expect(documents.length).toBeGreaterThanOrEqual(155);
    expect(documents.filter(({ metadata }) => records.includes(String(metadata.doc_type))).length).toBeGreaterThanOrEqual(80);
    expect(documents.filter(({ acl }) => !acl.includes('*')).length).toBeGreaterThanOrEqual(10);
    expect(new Set(documents.map(({ metadata }) => metadata.language))).toEqual(new Set(['en', 'ja', 'zh', 'es', 'de']));
  });
});

describe('reading a golden set', () => {
  const read = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'groundwire-golden-'));
    try {
      writeFileSync(join(folder, 'clean.jsonl'), text);
      return readGoldenSet(join(folder, 'clean.jsonl'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  it('gives its questions, with empty lists for what a line leaves out', () => {
    const line = { id: 'clean-a', question: 'What?', labels: [{ document: 'a.md', grade: 3 }], key_facts: [['this', 'that']] };
    expect(read(`${JSON.stringify(line)}\n\n`)).toEqual([{ ...line, groups: [], forbidden: [], required_documents: [] }]);
  });

  it('stops at a line that is no question, and names file, line, id and field', () => {
    expect(() => read('{"id":"clean-a","question":"What?"}\n{"id":"clean-b","question":"Why?","anwser":1}')).toThrow(
      /clean\.jsonl:2 clean-b: Unrecognized key: "anwser"/,
    );
    expect(() => read('{"id":"clean-a","question":"What?","labels":[{"document":"a.md","grade":4}]}')).toThrow(
      /clean\.jsonl:1 clean-a: labels\.0\.grade: must be 3 \(answers it\)/,
    );
    expect(() => read('{"id":')).toThrow(/clean\.jsonl:1 \(no id\): is not JSON; write one object a line/);
  });
});
