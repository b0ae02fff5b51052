import { describe, expect, it } from 'vitest';
import { answersFileOf, runFileOf } from '../../golden/run-file.ts';
import { parseConfig } from '../../shared/config.ts';
import { question, run, setOf } from './answers/runs.ts';

const usage = { passages: 0, queries: 0, rankings: 0 };
const config = parseConfig({ GENERATOR: 'gemini', EMBEDDER: 'gemini', GEMINI_API_KEY: 'secret' });

describe('what is archived of a run', () => {
  it('names the models that answered, and no key', () => {
    const file = answersFileOf([setOf([question('q')], { one: [[run('q')]] })], usage, config);
    expect(file).toMatchObject({ k: 10, sets: [], configuration: { generator: { kind: 'gemini', thinking: 'MINIMAL' } } });
    expect(file.answered).toHaveLength(1);
    expect(JSON.stringify(file)).not.toContain('secret');
  });

  it('has no key where searches were measured either', async () => {
    const file = await runFileOf([], 6, usage, { config, signal: new AbortController().signal });
    expect(file.configuration).toMatchObject({ embedder: { kind: 'gemini', model: 'gemini-embedding-001' } });
    expect(JSON.stringify(file)).not.toContain('secret');
  });
});
