import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { command } from '../../functions/command.ts';
import { withProgress } from '../../functions/progress.ts';
import { ConfigError } from '../../shared/config.ts';
import type { Profile } from '../../shared/retrieval/profiles.ts';
import { whereWeAre } from '../archive.ts';
import { EVALUATION, OPTIONS, planOf, whole, withPlan } from '../plan.ts';
import { noUsage, withIndex } from '../run.ts';
import type { Comparison } from '../statistics/compare.ts';
import { recorded, recordedRanker } from './recorded.ts';
import { mostTries, SPACE, withSettings } from './space.ts';
import { compareOn, type Tuned, tune } from './tune.ts';

/**
 * `npm run tune -- [--set PATH …] [--variants NAME] [--settings a,b] [--folds 2] [--unseen PATH …] [--k N] [--out FILE]`:
 * searches the settings of a profile on one part of the queries and reports them on the other; `--unseen` are sets that
 * they are only reported on. Writes the profile with the evidence for it.
 */
await command(async (context) => {
  const { values } = parseArgs({
    options: {
      ...OPTIONS,
      variants: { type: 'string', default: 'hybrid' },
      settings: { type: 'string', default: Object.keys(SPACE).join(',') },
      folds: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      unseen: { type: 'string', multiple: true, default: [] as string[] },
      out: { type: 'string' },
    },
  });
  const space = Object.fromEntries(values.settings.split(',').map((name) => [name, SPACE[name] ?? unknownSetting(name)]));
  const folds = whole('folds', values.folds, 100, 2);
  const unseen = values.unseen.length > 0 ? (await planOf({ ...values, variants: 'lexical', set: values.unseen }, context)).sets : [];
  return withPlan(values, context, async ({ sets, variants: [first, ...others], k }) => {
    if (!first || others.length > 0) throw new ConfigError(`--variants ${values.variants}: name the one that is tuned`);
    const base = first.ranker ? { ...first, ranker: recordedRanker(first.ranker) } : first;
    const usage = noUsage();
    const index = { ...context, environment: { ...EVALUATION, ...process.env }, usage, vectors: new Map(), own: {} };
    await withIndex([...sets, ...unseen], index, async (ready, backend, { searchTimeoutMs }) => {
      const options = {
        backend: recorded(backend),
        k,
        timeoutMs: searchTimeoutMs,
        signal: context.signal,
        space,
        folds,
        seed: values.seed,
      };
      const tuned = await withProgress('settings tried', (update) =>
        // Usually a round fewer is enough.
        tune(ready.slice(0, sets.length), base, {
          ...options,
          onProgress: (done) => update({ done, total: (folds + 1) * mostTries(space) }),
        }),
      );
      const others = unseen.length > 0 ? await compareOn(ready.slice(sets.length), base, tuned.settings, options) : undefined;
      for (const line of linesOf(tuned, others, values.unseen)) console.log(line);
      if (values.out)
        writeProfile(values.out, withSettings(base, tuned.settings).profile, { ...tuned, ...(others ? { unseen: others } : {}) });
    });
    return 0;
  });
}, EVALUATION);

/** The profile with the evidence for it. */
function writeProfile(path: string, profile: Profile, found: object): void {
  const evidence = { command: ['npm run tune --', ...process.argv.slice(2)].join(' '), ...whereWeAre(), ...found };
  writeFileSync(path, `${JSON.stringify({ profile, evidence }, null, 2)}\n`);
}

function unknownSetting(name: string): never {
  throw new ConfigError(`--settings ${name}: there are ${Object.keys(SPACE).join(', ')}`);
}

function linesOf(
  { metric, queries, folds, held, chosen, settings }: Tuned,
  unseen: Comparison | undefined,
  names: readonly string[],
): readonly string[] {
  const written = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ') || 'the default';
  return [
    ...folds.map(
      ({ settings: best, train, held: { before, after } }, i) =>
        `fold ${i + 1}: ${written(best)}; ${metric} ${train.toFixed(4)} where it was chosen, ${before.toFixed(4)} → ${after.toFixed(4)} where it was not`,
    ),
    `held out, ${queries} queries: ${wordsOf(held)}`,
    ...(unseen ? [`never seen, ${names.join(', ')}, ${unseen.queries} queries: ${wordsOf(unseen)}`] : []),
    `chosen by all: ${written(chosen)}${settings === chosen ? '' : '; not shown to be better where it was not chosen, so the default is kept'}`,
  ];
}

function wordsOf({ difference, interval, verdict }: Comparison): string {
  return `${difference >= 0 ? '+' : ''}${difference.toFixed(4)} (95 % ${interval.low.toFixed(4)} to ${interval.high.toFixed(4)}), ${verdict}`;
}
