import { alarmsOf } from './alarms.ts';
import type { Findings } from './findings.ts';
import { runInWords } from './verdicts.ts';

/** The verdict of the page, as lines for a terminal. */
export function verdictLines(findings: Findings): readonly string[] {
  const { leaks, answered, well } = alarmsOf(findings);
  return [...leaks.map((leak) => `LEAK ${leak}`), ...runInWords(findings), ...answered, ...well];
}
