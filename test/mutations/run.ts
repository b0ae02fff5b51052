import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { startVitest, type TestModule } from 'vitest/node';
import { type Mutation, mutate } from './mutation.ts';

/** `broken`: it did not run, which tells nothing. */
export type Outcome = 'caught' | 'survived' | 'broken';

/** What a mutation may alter and its test import from beside it. The rest is not copied. */
const COPIED = [
  ...['metrics', 'statistics', 'questions', 'gate', 'answers'].map((folder) => `golden/${folder}`),
  ...['asked', 'measures', 'diagnosis', 'run-query'].map((name) => `golden/${name}.ts`),
  ...[
    'metrics',
    'statistics',
    'gate',
    'answers/runs.ts',
    'answers/measures.test.ts',
    'answers/verbatim.test.ts',
    'measures.test.ts',
    'diagnosis.test.ts',
  ].map((path) => `test/golden/${path}`),
];
const LINKED = ['shared', 'node_modules'];

/**
 * Runs each mutation's test against a copy that has it, and every such test once against a copy that has none. All in one
 * run of vitest, each copy in a folder of its own outside the project. Throws what `mutate` throws, and Error when a test
 * fails against the unaltered copy.
 */
export async function runMutations(mutations: readonly Mutation[], onEnd: (mutation: Mutation, outcome: Outcome) => void): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'groundwire-mutations-')));
  try {
    const changed = mutations.map((mutation) => ({ mutation, text: mutate(readFileSync(mutation.file, 'utf8'), mutation) }));
    copy(join(root, 'unaltered'), new Set(mutations.map(({ test }) => test)));
    for (const [i, { mutation, text }] of changed.entries()) {
      copy(join(root, `${i}`), new Set([mutation.test]));
      writeFileSync(join(root, `${i}`, mutation.file), text);
    }
    const failed: string[] = [];
    const vitest = await startVitest('test', [], {
      root,
      config: false,
      watch: false,
      isolate: false,
      testTimeout: 60_000,
      setupFiles: [resolve('test/mutations/no-shrinking.ts')],
      reporters: [
        {
          onTestModuleEnd(module) {
            const [folder = '', ...rest] = relative(root, module.moduleId).split(sep);
            const mutation = mutations[Number(folder)];
            if (mutation) onEnd(mutation, outcomeOf(module));
            else if (outcomeOf(module) !== 'survived') failed.push(rest.join('/'));
          },
        },
      ],
    });
    await vitest.close();
    if (failed.length > 0) throw new Error(`fails without any mutation: ${failed.join(', ')}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function copy(folder: string, tests: ReadonlySet<string>): void {
  mkdirSync(folder);
  for (const path of COPIED)
    cpSync(path, join(folder, path), { recursive: true, filter: (source) => !source.endsWith('.test.ts') || tests.has(source) });
  for (const path of LINKED) symlinkSync(realpathSync(path), join(folder, path));
}

function outcomeOf(module: TestModule): Outcome {
  const tests = [...module.children.allTests()];
  if (tests.some((test) => test.result().state === 'failed')) return 'caught';
  return module.state() === 'passed' && tests.length > 0 ? 'survived' : 'broken';
}
