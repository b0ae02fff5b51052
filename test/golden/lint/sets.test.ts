import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lintSets } from '../../../golden/lint/sets.ts';
import { type GoldenCorpus, readGoldenCorpus } from '../../../golden/questions/golden-corpus.ts';
import { problemLine } from '../../../golden/questions/golden-set.ts';

const never = new AbortController().signal;

const FILES = {
  'leave.md':
    '---\ndoc_type: policy\n---\n\n# Leave\n\n## Length\n\nSixteen weeks, paid in **full**.\n\n### Twins\n\n20 weeks.\n\n## Notice\n\nTwo months.\n',
  'old.md': '---\neffective_until: 2025-12-31\n---\n\n# Old leave\n\nTwelve weeks.\n',
  'pay.txt': 'Level 5: 79,000 euros.\n',
  'pay.txt.metadata.json': '{"acl":"hr,finance"}',
};

const LEAVE = { document: 'leave.md', heading: 'Length', grade: 3 };
const clean = { id: 'clean-leave', question: 'How long is the leave?', labels: [LEAVE], key_facts: [['16 weeks', 'sixteen weeks']] };
const messy = { ...clean, id: 'messy-leave', mess: ['typos'] };
const unanswerable = { id: 'unanswerable-moon', question: 'How long is leave on the moon?', unanswerable: true };
const pay = { document: 'pay.txt', grade: 3 };
const restricted = { ...clean, id: 'restricted-pay', labels: [pay], key_facts: [['79,000']], groups: ['hr'], denied: [[], ['legal']] };

describe('the linter of the golden sets', () => {
  let folder: string;
  let corpus: GoldenCorpus;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-lint-'));
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, 'acme', name)), { recursive: true });
      writeFileSync(join(folder, 'acme', name), text);
    }
    corpus = await readGoldenCorpus(folder, 'acme', never);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const lint = (sets: Readonly<Record<string, readonly object[]>>, fewest = {}) => {
    const texts = Object.entries(sets).map(([file, lines]) => [file, lines.map((line) => JSON.stringify(line)).join('\n')]);
    return lintSets(Object.fromEntries(texts), corpus, fewest).map(problemLine);
  };

  it('is content with one of each kind', () => {
    const sets = { 'clean.jsonl': [clean], 'messy.jsonl': [{ ...messy, question: 'hwo long' }], 'unanswerable.jsonl': [unanswerable] };
    expect(lint({ ...sets, 'restricted.jsonl': [{ ...restricted, question: 'What does level 5 get?' }] })).toEqual([]);
  });

  it('takes what stands under a subheading for what stands under its heading', () => {
    expect(lint({ 'clean.jsonl': [{ ...clean, key_facts: [['20 weeks']] }] })).toEqual([]);
  });

  it.each<[string, string, object, string]>([
    ['an id of another set', 'clean', { ...clean, id: 'messy-leave' }, 'the id must begin with clean-'],
    ['a messy question without its mess', 'messy', { ...clean, id: 'messy-leave' }, 'say in mess what is messy about it'],
    ['mess in another set', 'clean', { ...messy, id: 'clean-leave' }, 'mess is for the messy set'],
    ['another language without its name', 'messy', { ...messy, mess: ['other language'] }, 'name its language'],
    ['a restricted question without denied', 'restricted', { ...restricted, denied: undefined }, 'name in denied who must not get'],
    ['a restricted question without groups', 'restricted', { ...restricted, groups: [] }, 'name in groups who may get'],
    ['denied in another set', 'clean', { ...clean, denied: [['hr']] }, 'denied is for the restricted set'],
    ['an answerable question among the unanswerable', 'unanswerable', { ...clean, id: 'unanswerable-leave' }, 'unanswerable: true is for'],
    [
      'an unanswerable question with labels',
      'unanswerable',
      { ...unanswerable, labels: [LEAVE] },
      'an unanswerable question has no labels',
    ],
    ['a question that no label answers', 'clean', { ...clean, labels: [{ ...LEAVE, grade: 2 }] }, 'give a label of grade 3'],
    ['a question without key facts', 'clean', { ...clean, key_facts: [] }, 'name at least one key fact'],
    ['a document that is not there', 'clean', { ...clean, labels: [LEAVE, { document: 'no.md', grade: 1 }] }, 'there is no document no.md'],
    [
      'a heading that is not there',
      'clean',
      { ...clean, labels: [LEAVE, { ...LEAVE, heading: 'length' }] },
      'leave.md has no heading "length"; it has "Leave", "Length", "Twins", "Notice"',
    ],
    ['a place labelled twice', 'clean', { ...clean, labels: [LEAVE, LEAVE] }, 'leave.md > Length is labelled twice'],
    ['a required document without a label', 'clean', { ...clean, required_documents: ['old.md'] }, 'old.md is required but not labelled'],
    ['a document that the asker may not read', 'clean', { ...clean, labels: [LEAVE, { ...pay, grade: 1 }] }, 'pay.txt is for hr, finance'],
    ['a document that the filter leaves out', 'clean', { ...clean, filter: { doc_type: 'note' } }, 'leave.md does not pass the filter'],
    ['a filter that is none', 'clean', { ...clean, filter: { doc_type: { like: 'p' } } }, 'filter: "doc_type"'],
    [
      'a document of another time',
      'clean',
      { ...clean, labels: [LEAVE, { document: 'old.md', grade: 1 }], as_of: '2026-03-01' },
      'old.md is not in force on 2026-03-01',
    ],
    [
      'denied groups that may read it',
      'restricted',
      { ...restricted, denied: [['finance']] },
      'pay.txt may be read by the denied [finance]',
    ],
    ['a key fact that stands nowhere', 'clean', { ...clean, key_facts: [['two months']] }, 'no labelled section says "two months"'],
    [
      'a forbidden statement that stands there',
      'clean',
      { ...clean, forbidden: ['paid in full'] },
      'a labelled section says the forbidden',
    ],
    [
      'a kind that there is not',
      'odd',
      { ...clean, id: 'odd-leave' },
      'there is no kind odd; name the file after one of clean, paraphrase, messy',
    ],
  ])('refuses %s', (_, kind, line, message) => {
    const file = `golden/sets/${kind}.jsonl`;
    const problems = lint({ [file]: [line] });
    expect(problems.filter((problem) => problem.startsWith(`${file}:1 `) && problem.includes(message))).toHaveLength(1);
  });

  it('reads a document of another time where the question is of that time', () => {
    const then = { ...clean, labels: [{ document: 'old.md', grade: 3 }], key_facts: [['Twelve weeks']], as_of: '2025-06-01' };
    expect(lint({ 'clean.jsonl': [then] })).toEqual([]);
  });

  it('refuses an id, and a question in other words of case and punctuation, that is there twice', () => {
    const again = { ...clean, question: 'how long is the LEAVE' };
    expect(lint({ 'a/clean.jsonl': [clean], 'b/clean.jsonl': [again] })).toEqual([
      'b/clean.jsonl:1 clean-leave: has the id of a/clean.jsonl:1; change it or take one away',
      'b/clean.jsonl:1 clean-leave: asks the same as a/clean.jsonl:1; change it or take one away',
    ]);
  });

  it('refuses a kind with too few questions', () => {
    expect(lint({ 'clean.jsonl': [clean] }, { clean: 2, messy: 1 })).toEqual([
      'clean.jsonl:1 (set): has 1 questions; write 1 more',
      'messy.jsonl:0 (set): has 0 questions; write 1 more',
    ]);
  });

  it('goes on after a line that is no question', () => {
    expect(lint({ 'clean.jsonl': [{ id: 'clean-a' }, { ...clean, key_facts: [] }] })).toEqual([
      expect.stringContaining('clean.jsonl:1 clean-a: question: '),
      'clean.jsonl:2 clean-leave: name at least one key fact of the answer',
    ]);
  });
});
