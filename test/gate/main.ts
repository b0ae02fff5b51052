import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mutate } from '../mutations/mutation.ts';
import { BREAKAGES, type Breakage } from './breakages.ts';

/**
 * `npm run test:gate`: breaks retrieval and answers in each way of the table, on a copy, and fails when `npm run eval:gate` lets one
 * through, or fails where nothing is broken. Prints a line each. `npm run test:gate -- arm` breaks those alone whose name has that.
 */
const folder = mkdtempSync(join(tmpdir(), 'groundwire-gate-'));
/** Enough for each to show, and a third of the questions. */
const SETS = ['entity', 'targeted', 'paraphrase'];
/** Of answers: several parts, and nothing to answer from. */
const ANSWER_SETS = ['multipart', 'unanswerable'];
const COPIED = ['functions', 'golden', 'shared', 'package.json', 'tsconfig.json'];

try {
  for (const name of COPIED) cpSync(resolve(name), join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const chosen = BREAKAGES.filter(({ name }) => name.includes(process.argv[2] ?? ''));
  let missed = 0;
  for (const answers of [false, true]) {
    const broken = chosen.filter((breakage) => (breakage.answers ?? false) === answers);
    if (broken.length === 0) continue;
    const sound = gate('sound', answers);
    console.log(`${sound.passed ? 'passed ' : 'FAILED '}  nothing is broken${answers ? ', answers' : ''}`);
    if (!sound.passed) console.log(sound.said);
    missed += sound.passed ? 0 : 1;
    for (const [i, breakage] of broken.entries()) {
      const { passed, said } = withBroken(breakage, () => gate(breakage.indexes ? `broken-${i}` : 'sound', answers));
      console.log(
        `${passed ? 'MISSED ' : 'caught '}  ${breakage.name}: ${said.split('\n').find((line) => /^FAIL|label/.test(line)) ?? said.slice(-200)}`,
      );
      if (passed) missed++;
    }
  }
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function withBroken<T>(breakage: Breakage, run: () => T): T {
  const path = join(folder, breakage.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(text, { ...breakage, test: '' }));
  try {
    return run();
  } finally {
    writeFileSync(path, text);
  }
}

/** Runs the gate of the copy; `data` names its index. A gate that ends by an error has let nothing through either. */
function gate(data: string, answers: boolean): { readonly passed: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      'golden/gate/main.ts',
      ...(answers ? ['--answers'] : []),
      ...(answers ? ANSWER_SETS : SETS).flatMap((set) => ['--set', `golden/sets/${set}.jsonl`]),
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GROUNDWIRE_DATA: join(folder, `data-${data}`) },
    },
  );
  return { passed: status === 0, said: `${stdout}\n${stderr}` };
}
