import { describe, expect, it } from 'vitest';
import { resolved, subjectsOf } from '../../../../shared/answering/extractive/refer.ts';

describe('what a question names', () => {
  it.each([
    ['What does E-4012 mean for the LP-350?', ['E-4012', 'LP-350']],
    ['What does ERR_504_TIMEOUT mean?', ['ERR_504_TIMEOUT']],
    ['Which reel is 88-1173, with 4.8 mm or 30s?', ['88-1173']],
    ['Does the office in Groningen open?', ['Groningen']],
    ['Who pays the postage?', []],
  ])('in %s', (question, subjects) => {
    expect(subjectsOf(question)).toEqual(subjects);
  });
});

describe('a part of a question', () => {
  it.each([
    ['a code named before', ['What does E-4012 mean', 'what do I do about it?'], [], 'what do I do about it (E-4012)?'],
    ['a device named before', ['What does the LP-900 cost', 'what is its warranty?'], [], 'what is its warranty (LP-900)?'],
    ['a question before', ['And its warranty?'], ['What does the LP-900 cost?'], 'And its warranty (LP-900)?'],
    ['one before that', ['And its weight?'], ['What does the LP-900 cost?', 'And its warranty?'], 'And its weight (LP-900)?'],
    ['the question that it goes on from', ['And the warranty?'], ['What does the LP-900 cost?'], 'And the warranty (LP-900)?'],
    ['several', ['What do the LP-350 and LP-900 weigh', 'what do they cost?'], [], 'what do they cost (LP-350, LP-900)?'],
    ['itself', ['What does the LP-900 cost', 'what does its head PH-9 cost?'], [], 'what does its head PH-9 cost?'],
    ['nothing', ['What does the LP-900 cost', 'who pays the postage?'], [], 'who pays the postage?'],
    ['what nobody named', ['And its warranty?'], ['Who pays the postage?'], 'And its warranty?'],
  ])('that refers to %s says so itself', (_, parts, before, expected) => {
    expect(resolved(parts, before).at(-1)).toBe(expected);
  });
});
