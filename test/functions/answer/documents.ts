import type { Answering } from '../../fakes/gemini/generate.ts';
import type { servedAnswers } from '../../support/answers.ts';

export const RETURNS =
  '# Returns\n\nAn unused item can be returned within 30 days of delivery. The buyer pays the postage of a return.\n\n## Damaged items\n\nDamaged items are replaced free of charge when reported within 7 days.\n';
export const ERROR =
  '# Error E-4021\n\nError E-4021 means that the pump overheated. Switch the pump off for 20 minutes and clean the filter.\n';
export const PRICES = '# Price list\n\n| Model | Price |\n|---|---|\n| LP-350 | 1,180 EUR |\n| LP-900 | 2,300 EUR |\n';
export const WARRANTY = '# Warranty\n\nThe warranty of every pump is 24 months. It ends when the seal is broken.\n';

export const FOUR = [
  'How many days do I have to return an item?',
  'What does error E-4021 mean?',
  'What does the LP-900 cost?',
  'How long is the warranty of a pump?',
];
/** An answer to each of them, and what has to stand in it. */
export const FOUR_ANSWERS: readonly (readonly [RegExp, string | Answering])[] = [
  [/return/, 'You have 30 days {within 30 days}.'],
  [/E-4021/, 'Error E-4021 means that the pump overheated {overheated}.'],
  [/LP-900/, 'The LP-900 costs 2,300 EUR {LP-900}.'],
  [/warranty/, 'The warranty of a pump is 24 months {24 months}.'],
];
export const FOUR_ANSWERED = [
  'You have 30 days',
  'the pump overheated',
  'The LP-900 costs 2,300 EUR',
  'The warranty of a pump is 24 months',
];

/** What most tests ask about. */
export async function putDocuments({ put }: Pick<ReturnType<typeof servedAnswers>, 'put'>): Promise<void> {
  await put('acme/returns.md', RETURNS, 1);
  await put('acme/errors/e-4021.md', ERROR, 1);
  await put('acme/prices.md', PRICES, 1);
  await put('acme/warranty.md', WARRANTY, 1);
  await put('acme/board.md', '# Board\n\nThe merger with Hooli closes on 3 March.\n', 1, { metadata: { acl: 'board' } });
  await put('globex/returns.md', '# Returns\n\nGlobex never takes anything back within 99 days.\n', 1);
}
