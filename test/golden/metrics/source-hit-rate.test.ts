import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentOfPassage, sourceHitRate, sourceHitRateBy } from '../../../golden/metrics/source-hit-rate.ts';
import { expectManners, judged } from './cases.ts';
import * as trec_eval from './reference.ts';

const passages = new Map([
  ['guides/pump.md:3', 2],
  ['guides/hose.md:0', 0],
]);

describe('source hit rate', () => {
  it('counts another passage of the right document', () => {
    expect(sourceHitRate(['faq.md:1', 'guides/pump.md:0'], passages, 2)).toBe(1);
  });

  it('looks no farther than the first k passages', () => {
    expect(sourceHitRate(['faq.md:1', 'guides/pump.md:0'], passages, 1)).toBe(0);
    expect(sourceHitRate(['faq.md:1', 'faq.md:2', 'guides/pump.md:0'], passages, 2)).toBe(0);
  });

  it('does not count a document whose passages were all judged irrelevant', () => {
    expect(sourceHitRate(['guides/hose.md:0', 'guides/hose.md:1'], passages, 10)).toBe(0);
  });

  it('takes judgements of documents too', () => {
    expect(sourceHitRate(['faq.md:1', 'a:7'], judged, 10)).toBe(1);
    expect(sourceHitRate(['x:0'], judged, 10)).toBe(0);
  });

  it('asks a given function for the document of both', () => {
    const firstLetter = sourceHitRateBy((id) => id.slice(0, 1));
    expect(firstLetter(['bx'], new Map([['by', 1]]), 1)).toBe(1);
    expect(firstLetter(['cx'], new Map([['by', 1]]), 1)).toBe(0);
  });

  it("is trec_eval's success over the documents of the passages, on any list", () => {
    const ids = fc.constantFrom(...['a', 'b', 'c', 'd'].flatMap((path) => [0, 1, 10].map((ordinal) => `${path}.md:${ordinal}`)));
    fc.assert(
      fc.property(fc.uniqueArray(ids), fc.array(fc.tuple(ids, fc.integer({ min: -1, max: 2 }))), fc.nat(8), (list, entries, more) => {
        const [graded, k] = [new Map(entries), 1 + more];
        const documents = list.slice(0, k).map((id) => id.slice(0, 4));
        const qrels = ['a.md', 'b.md', 'c.md', 'd.md'].map((path): [string, number] => [
          path,
          Math.max(0, ...[...graded].filter(([id]) => id.startsWith(path)).map(([, grade]) => grade)),
        ]);
        expect(sourceHitRate(list, graded, k)).toBe(trec_eval.success([...new Set(documents)], qrels, k));
      }),
    );
  });

  it('is 0 where nothing is relevant or found, and takes no list with an id twice', () => expectManners(sourceHitRate));
});

describe('the document of a passage', () => {
  it.each([
    ['a/b.md:12', 'a/b.md'],
    ['a:b.md:0', 'a:b.md'],
    ['10:30.md:4', '10:30.md'],
    ['b.md', 'b.md'],
  ])('of %s is %s', (id, document) => {
    expect(documentOfPassage(id)).toBe(document);
  });
});
