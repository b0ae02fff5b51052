import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivedRuns, archiveRun, hashOf, judgedSetOf, type RunFile, readRun } from '../../golden/archive.ts';
import { corpusOf } from '../../golden/questions/corpus.ts';
import { documentOf } from '../support/documents.ts';
import { run as answer, question, setOf } from './answers/runs.ts';

const run: RunFile = {
  format: 1,
  at: '2026-11-30T12:00:00.000Z',
  command: 'npm run eval --',
  commit: '0123456789',
  changed: true,
  node: 'v24',
  configuration: { chunk: { maxChars: 1_200 } },
  k: 6,
  usage: { passages: 1, queries: 2, rankings: 0 },
  sets: [
    {
      name: 'golden/clean',
      data: 'd',
      answers: 3,
      queries: [{ id: 'q', text: 'How?', judged: [['a', 3]], parts: [['a', 'a']], denied: [[]] }],
      variants: [{ name: 'hybrid', profile: { k: 60 }, metrics: { mrr: 1 }, runs: [[]] }],
    },
  ],
};

describe('the archive of runs', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-archive-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('keeps runs by their time and commit, whole', () => {
    const later = { ...run, at: '2026-12-01T12:00:00.000Z' };
    archiveRun(folder, later);
    expect(archiveRun(folder, run)).toBe(join(folder, '20261130T120000Z-0123456.json'));
    expect(archivedRuns(folder).map((each) => each.run)).toEqual([run, later]);
  });

  it('gives back sets that can be measured', () => {
    const [set] = run.sets;
    if (!set) throw new Error('there is one');
    expect(judgedSetOf(set)).toEqual({
      answers: 3,
      queries: [{ id: 'q', text: 'How?', judged: new Map([['a', 3]]), parts: new Map([['a', 'a']]), denied: [[]] }],
    });
  });

  it('keeps answers as they were given', () => {
    const answered = [setOf([question('q')], { one: [[answer('q', { groundedness: 1 / 2 })]] })];
    const path = archiveRun(folder, { ...run, at: '2026-12-02T12:00:00.000Z', sets: [], answered });
    expect(readRun(path).answered).toEqual(answered);
    rmSync(path);
  });

  it('names a file that is no run', () => {
    writeFileSync(join(folder, 'z.json'), '{}');
    expect(() => archivedRuns(folder)).toThrow(join(folder, 'z.json is no archived run'));
  });
});

describe('the hash of a corpus', () => {
  const hash = (text: string, more: Parameters<typeof documentOf>[1] = {}) =>
    hashOf(corpusOf([documentOf(text, { documentId: 'a.md', ...more })], 'acme'), 'acme', new AbortController().signal);

  it('is the same for the same documents, and another one for other text, access or metadata', async () => {
    const before = await hash('one');
    expect(await hash('one')).toBe(before);
    const others = await Promise.all([hash('two'), hash('one', { acl: ['hr'] }), hash('one', { metadata: { year: 2026 } })]);
    expect(new Set([before, ...others]).size).toBe(4);
  });
});
