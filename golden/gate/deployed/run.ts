import type { Context } from '../../../functions/command.ts';
import { ConfigError } from '../../../shared/config.ts';
import { bodiesOf } from '../../questions/bodies.ts';
import { goldenSetOf } from '../../questions/golden-sets.ts';
import { readBaselines } from '../baseline.ts';
import { askable, type DeployedOptions, type DeployedRow, deployedReport, deployedRow } from './gate.ts';

/** Questions that anybody of the tenant can ask, in the documents' own words and by their identifiers. */
const SETS = ['clean', 'entity', 'targeted'].map((name) => `golden/sets/${name}.jsonl`);

export interface Given extends Omit<DeployedOptions, 'signal'> {
  readonly sets: readonly string[];
  readonly baselines: string;
}

/** Holds a deployed search to the golden sets, and prints a line for each; 1 when it finds too little. Throws what deployedRow does. */
export async function gateDeployed({ sets, baselines, ...given }: Given, { config, signal }: Context): Promise<number> {
  const known = readBaselines(baselines);
  const options = { ...given, signal };
  const rows: DeployedRow[] = [];
  for (const set of (sets.length > 0 ? sets : SETS).map((file) => askable(goldenSetOf(file)))) {
    const baseline = known.find(({ set: name }) => name === set.name);
    if (!baseline) throw new ConfigError(`${set.file} has no baseline in ${baselines}: npm run eval:gate -- --update`);
    if (set.questions.length === 0) throw new ConfigError(`${set.file} has no question that somebody without groups can ask`);
    rows.push(await deployedRow(set, baseline, await bodiesOf(set, config, signal), options));
  }
  for (const line of deployedReport(rows, options)) console.log(line);
  return rows.some(({ failed }) => failed) ? 1 : 0;
}
