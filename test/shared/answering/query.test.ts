import { describe, expect, it } from 'vitest';
import { queryOf } from '../../../shared/answering/query.ts';

const told = 'We run nine pumps in two halls and clean them every evening. '.repeat(10);

describe('what is searched for of a long question', () => {
  it.each([
    ['that is short enough is all of it', ' Who pays? Thanks. ', 'Who pays? Thanks.'],
    ['that asks last has what it asks', `${told}Who pays the postage of a return?`, /every evening\. Who pays the postage of a return\?$/],
    ['that asks first has what it asks', `Who pays the postage of a return? ${told}`, /^Who pays the postage of a return\?/],
    ['that asks twice has both', `Who pays? ${told}By when?`, /^Who pays\? .*By when\?$/],
    ['that asks nothing is its end', `${told}The LP-900 is loud`, /The LP-900 is loud$/],
    ['that is one sentence is its end', `${'and so on '.repeat(60)}what is E-4012?`, /^(?:and|so|on) .*what is E-4012\?$/],
    ['without spaces is its end', `${'あ'.repeat(600)}？`, /^あ+？$/],
  ])('%s', (_, question, expected) => {
    const query = queryOf(question);
    expect(query).toMatch(expected);
    expect(query.length).toBeLessThanOrEqual(500);
  });
});
