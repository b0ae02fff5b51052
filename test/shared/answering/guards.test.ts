import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concrete, guardedJudgement, guardedRoute, MOST_QUERIES } from '../../../shared/answering/guards.ts';
import type { Decision, View } from '../../../shared/answering/roles.ts';

const view = (more: Partial<View> = {}): View => ({
  question: 'What does E-4021 mean?',
  history: [],
  day: '2026-11-30',
  hop: 0,
  digest: [],
  searched: [],
  ...more,
});
const history = [{ role: 'user', text: 'Hi' }] as const;
const retrieve = (queries: readonly string[], missing = 'the meaning'): Decision => ({ action: 'retrieve', reason: '', queries, missing });
const answer: Decision = { action: 'answer', reason: '' };
const refuse: Decision = { action: 'refuse', reason: '' };

describe('a decision before anything was searched for', () => {
  it.each([
    ['to search', retrieve(['E-4021']), view(), 'retrieve', undefined],
    ['none', undefined, view(), 'retrieve', 'no decision'],
    ['to answer', answer, view(), 'retrieve', 'unsearched'],
    ['to refuse', refuse, view(), 'refuse', undefined],
    ['to refuse a follow-up', refuse, view({ history }), 'retrieve', 'follow-up'],
    ['to answer a follow-up', answer, view({ history }), 'retrieve', 'unsearched'],
    ['to search for nothing', retrieve(['more details', '?']), view(), 'retrieve', 'nothing to search for'],
  ] as const)('%s', (_, told, of, action, guard) => {
    const result = guardedRoute(told, of);
    expect([result.decision.action, result.guard]).toEqual([action, guard]);
  });

  it('searches for the question where there is nothing else', () => {
    expect(guardedRoute(answer, view()).decision).toMatchObject({ queries: ['What does E-4021 mean?'] });
  });
});

describe('a decision about what was found', () => {
  const found = (more: Partial<View> = {}) => view({ hop: 1, searched: ['E-4021'], digest: ['1. Errors'], ...more });
  it.each([
    ['to answer', answer, found(), 'answer', undefined],
    ['to refuse', refuse, found(), 'refuse', undefined],
    ['none', undefined, found(), 'answer', 'no decision'],
    ['to search on', retrieve(['overheating pump']), found(), 'retrieve', undefined],
    ['to search on for more information', retrieve(['overheating pump'], 'More specific information.'), found(), 'answer', 'vague'],
    ['to search on for weitere Informationen', retrieve(['pump'], 'weitere Informationen'), found(), 'answer', 'vague'],
    ['to search on for 詳細情報', retrieve(['pump'], '詳細情報'), found(), 'answer', 'vague'],
    ['to search on for nothing in particular', retrieve(['overheating pump'], ' '), found(), 'answer', 'vague'],
    ['to search on with no query', retrieve([]), found(), 'answer', 'nothing to search for'],
    ['to search on with vague queries', retrieve(['additional context', '…']), found(), 'answer', 'nothing to search for'],
    ['to search on for the same', retrieve(['e 4021']), found(), 'answer', 'nothing to search for'],
  ] as const)('%s', (_, told, of, action, guard) => {
    const result = guardedJudgement(told, of);
    expect([result.decision.action, result.guard]).toEqual([action, guard]);
  });
});

describe('queries', () => {
  it('are taken each once, four at most, at a length that a search takes', () => {
    expect(concrete([' pump ', 'Pump!', 'valve', 'x'.repeat(900), 'a', 'b', 'c'], [])).toEqual(['pump', 'valve', 'x'.repeat(500), 'a']);
  });
});

describe('whatever a controller says', () => {
  const word = fc.oneof(
    fc.constantFrom('pump', 'E-4021', 'more information', 'details', '', ' ', '?', '部品', 'any relevant documents', '\u0000'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const decision: fc.Arbitrary<Decision | undefined> = fc.oneof(
    fc.constant(undefined),
    fc.record({ action: fc.constantFrom('answer' as const, 'refuse' as const), reason: word }),
    fc.record({ action: fc.constant('retrieve' as const), reason: word, queries: fc.array(word, { maxLength: 9 }), missing: word }),
  );
  const asked = fc.constantFrom('What does E-4021 mean?', 'Hello!', 'thanks, and what is E-4021?', 'なぜ？');

  it('nothing is answered that was not searched for, a follow-up is always searched for, and queries say something new', () => {
    fc.assert(
      fc.property(decision, asked, fc.boolean(), fc.boolean(), fc.array(word), (told, question, isFollowUp, isFirst, searched) => {
        const of = view({ question, searched: isFirst ? [] : searched, history: isFollowUp ? history : [] });
        const { decision: done } = (isFirst ? guardedRoute : guardedJudgement)(told, of);
        if (isFirst) expect(done.action).not.toBe('answer');
        if (isFirst && isFollowUp) expect(done.action).toBe('retrieve');
        if (done.action !== 'retrieve') return;
        expect(done.queries.length).toBeGreaterThan(0);
        expect(done.queries.length).toBeLessThanOrEqual(MOST_QUERIES);
        for (const query of done.queries) {
          expect(query).toMatch(/[\p{L}\p{N}]/u);
          expect(query).not.toMatch(/^(?:more information|details|any relevant documents)$/i);
          expect(of.searched).not.toContain(query);
        }
      }),
    );
  });
});
