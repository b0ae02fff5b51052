import { describe, expect, it } from 'vitest';
import { createExtractiveAnswerer } from '../../../../shared/answering/extractive/answerer.ts';
import type { Message } from '../../../../shared/answering/roles.ts';
import { hit, never, turn } from '../answerers.ts';

const PERIODS = '| Product | Period |\n|---|---|\n| LP-200, LP-350 pump drives | 24 months |\n| LP-900 pump drive | 36 months |';
const HITS = [
  hit('thread.txt', 'SUPPORT CASE CS-26\nSubject: E-4012 on four of nine pumps\nProduct: LP-350', { title: 'Support thread' }),
  hit('e-4012.md', 'The pump received no valid frame.', { title: 'E-4012: communication lost', section: 'E-4012 > Meaning' }),
  hit('todo.md', '1. Check pins 3 and 8 of J3.\n2. Compare register 40022.', { title: 'E-4012: lost', section: 'E-4012 > What to do' }),
  hit('warranty.md', PERIODS, { title: 'Warranty', section: 'Warranty > Warranty periods' }),
];
const before: readonly Message[] = [{ role: 'user', text: 'What does the LP-900 cost?' }];

describe('an answerer without a model', () => {
  it('answers both halves of a question of a code, and names no half that it can not', async () => {
    const { answer } = await turn('What does E-4012 mean, and what do I do about it?', createExtractiveAnswerer(), HITS);
    expect(answer).toBe('The pump received no valid frame [S2].\n\nCheck pins 3 and 8 of J3 [S3]. Compare register 40022 [S3].');
  });

  it('answers a follow-up of what was asked about before', async () => {
    const { answer } = await turn('And its warranty?', createExtractiveAnswerer(), HITS, { history: before });
    expect(answer).toBe('Product: LP-900 pump drive; Period: 36 months [S4].');
  });

  it.each([
    ['What does E-4012 mean, and what do I do about it?', [], 'what do I do about it (E-4012)?', 'What does E-4012 mean, and'],
    ['And its warranty?', before, 'And its warranty (LP-900)?', 'What does the LP-900 cost? And its warranty (LP-900)?'],
  ])('searches for what refers back by itself and with what it refers to: %s', async (question, history, first, second) => {
    const { value } = await createExtractiveAnswerer().rewrite({ question, history, day: '2026-11-30' }, never);
    const queries = value?.at(-1)?.queries;
    expect(queries).toEqual([first, expect.stringContaining(second)]);
  });
});
