import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planOf, type Values } from '../../golden/plan.ts';
import { ConfigError, parseConfig } from '../../shared/config.ts';
import { quiet } from '../support/stores.ts';

const plan = (values: Partial<Values>) =>
  planOf(
    { set: [], variants: 'lexical,hybrid', sweep: [], every: '1', runs: '1', together: false, ...values },
    { config: parseConfig({}), log: quiet, signal: new AbortController().signal },
  );

describe('what an evaluation is asked for', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-plan-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is every golden set, six passages deep, when no set is named', async () => {
    const { sets, variants, k, times } = await plan({});
    expect(sets.length).toBeGreaterThanOrEqual(8);
    expect(variants.map(({ name }) => name)).toEqual(['lexical', 'hybrid']);
    expect([k, times]).toEqual([6, 1]);
  });

  it('takes each Nth question, and each variant with each value of a sweep', async () => {
    const { sets, variants } = await plan({ set: ['golden/sets/entity.jsonl'], every: '5', sweep: ['chunk.maxChars=600,1200'] });
    expect(sets.map((set) => ('questions' in set ? set.questions.length : 0))).toEqual([Math.ceil(17 / 5)]);
    expect(variants.map(({ name, environment }) => [name, environment])).toEqual([
      ['lexical', undefined],
      ['lexical chunk.maxChars=600', { CHUNK_MAX_CHARS: '600' }],
      ['lexical chunk.maxChars=1200', { CHUNK_MAX_CHARS: '1200' }],
      ['hybrid', undefined],
      ['hybrid chunk.maxChars=600', { CHUNK_MAX_CHARS: '600' }],
      ['hybrid chunk.maxChars=1200', { CHUNK_MAX_CHARS: '1200' }],
    ]);
  });

  it('is refused in a line that says what there is', async () => {
    const broken = join(folder, 'clean.jsonl');
    writeFileSync(broken, '{"id": "clean-a", "question": ""}\nno JSON\n');
    for (const [values, message] of [
      [{ set: ['nowhere'] }, '--set nowhere: is neither a .jsonl of golden questions nor a folder with queries.jsonl (BEIR layout)'],
      [{ set: [folder] }, `--set ${folder}: is neither`],
      [{ set: [broken] }, `${broken}:1 clean-a: question: is empty`],
      [{ variants: 'best' }, '--variants best: there are lexical, dense'],
      [{ every: '0' }, '--every 0: must be a whole number from 1 to'],
      [{ k: '1.5' }, '--k 1.5: must be a whole number from 1 to 100'],
      [{ questions: 'answers' }, '--questions answers: there are only titles'],
    ] as const) {
      await expect(plan(values)).rejects.toThrow(message);
      await expect(plan(values)).rejects.toBeInstanceOf(ConfigError);
    }
  });
});
