import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerKey, createAnswerCache } from '../../../functions/answer/cache.ts';
import { piecesOf } from '../../../functions/answer/events.ts';
import type { Turn } from '../../../shared/answering/turn.ts';
import { makeCaller } from '../../../shared/caller.ts';
import { NO_USAGE } from '../../../shared/models/generate/usage.ts';
import { parseFilter } from '../../../shared/retrieval/filter.ts';
import { hit } from '../../shared/answering/answerers.ts';

const key = (more: Partial<AnswerKey> = {}): AnswerKey => ({
  caller: makeCaller('acme', ['hr', 'sales'], 'me'),
  filter: parseFilter({ kind: 'fee' }),
  day: '2026-11-30',
  question: 'Why?',
  history: [{ role: 'user', text: 'Hi.' }],
  ...more,
});
const turn = (more: Partial<Turn> = {}): Turn => ({
  answer: 'Because.',
  citations: [],
  refused: false,
  hops: 1,
  usage: NO_USAGE,
  degraded: [],
  faults: { unresolved: 0, unmarked: 0, unsupported: 0 },
  parts: [],
  verdicts: [],
  given: new Map(),
  guards: [],
  ordersRemoved: 0,
  ...more,
});

describe('the answers that are remembered', () => {
  it('are those of the very same question, whatever the order of groups, whoever of them asks', () => {
    const cache = createAnswerCache();
    cache.keep(key(), 'v1', turn());
    expect(cache.find(key(), 'v1')?.answer).toBe('Because.');
    expect(cache.find(key({ caller: makeCaller('acme', ['sales', 'hr', 'hr'], 'you') }), 'v1')?.answer).toBe('Because.');
  });

  it.each([
    ['tenant', { caller: makeCaller('globex', ['hr', 'sales'], 'me') }],
    ['fewer groups', { caller: makeCaller('acme', ['hr'], 'me') }],
    ['more groups', { caller: makeCaller('acme', ['hr', 'sales', 'board'], 'me') }],
    ['groups that look alike', { caller: makeCaller('acme', ['hr,sales'], 'me') }],
    ['filter', { filter: parseFilter({ kind: ['fee', 'price'] }) }],
    ['no filter', { filter: parseFilter({}) }],
    ['day', { day: '2026-12-01' }],
    ['question', { question: 'why?' }],
    ['no history', { history: [] }],
    ['who said it', { history: [{ role: 'assistant', text: 'Hi.' }] }],
    ['what was said', { history: [{ role: 'user', text: 'Hi. ' }] }],
  ] as const)('are not those of another: %s', (_, more) => {
    const cache = createAnswerCache();
    cache.keep(key(), 'v1', turn());
    expect(cache.find(key(more), 'v1')).toBeUndefined();
  });

  it('are gone when the tenant has changed, and none are kept of what is degraded or of no version', () => {
    const cache = createAnswerCache();
    cache.keep(key(), 'v1', turn());
    expect(cache.find(key(), 'v2')).toBeUndefined();
    expect(cache.find(key(), undefined)).toBeUndefined();
    cache.keep(key({ question: 'a' }), 'v1', turn({ degraded: ['answer'] }));
    cache.keep(key({ question: 'b' }), undefined, turn());
    cache.keep(key({ question: 'c' }), '', turn());
    for (const question of ['a', 'b', 'c'])
      for (const version of ['v1', '', undefined]) expect(cache.find(key({ question }), version)).toBeUndefined();
  });

  it('are kept without what they were written from and held against', () => {
    const cache = createAnswerCache();
    const verdict = { lead: '', text: 'Because [S1].', said: 'Because.', markers: ['[S1]'], missing: [], status: 'supported' } as const;
    const part = { question: 'Why?', outcome: 'answered', verdicts: [verdict], faults: turn().faults, usage: NO_USAGE } as const;
    cache.keep(key(), 'v1', turn({ verdicts: [verdict], parts: [part], given: new Map([['[S1]', hit('a.md', 'Because.')]]) }));
    expect(cache.find(key(), 'v1')).toMatchObject({ answer: 'Because.', verdicts: [], parts: [], given: new Map() });
  });

  it('are no more than there is room for', () => {
    const cache = createAnswerCache(10_000);
    for (let i = 0; i < 20; i++) cache.keep(key({ question: `${i}` }), 'v1', turn({ answer: 'x'.repeat(1_000) }));
    const kept = Array.from({ length: 20 }, (_, i) => cache.find(key({ question: `${i}` }), 'v1')).filter(Boolean);
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.length).toBeLessThan(8);
  });
});

describe('the pieces of an answer', () => {
  it('are a few words each, and together the answer', () => {
    expect(piecesOf('a b c d e f g h i j')).toEqual(['a b c d e f g h ', 'i j']);
    expect(piecesOf('')).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('word', ' ', '\n', '。', '[S1]', '🙂') }), (text) => {
        expect(piecesOf(text.trim()).join('')).toBe(text.trim());
      }),
    );
  });
});
