import type { IndexReport, Outcome } from './index-documents.ts';
import { lagOf, lagText } from './lag.ts';

const LABELS: Readonly<Record<Outcome, string>> = {
  indexed: 'indexed',
  described: 'access or metadata changed',
  embedded: 'embedded anew',
  unchanged: 'unchanged',
  stale: 'older than what is stored',
  superseded: 'gone while reading',
  failed: 'failed for good',
  error: 'failed for now',
};
const MOST_REASONS = 20;

/** What a run did, for people: a line a number that is not zero, and why documents failed. */
export function summary({ outcomes, chunks, embedded, failed, lagsMs, stopped }: IndexReport, ms: number): string {
  const counts = (Object.keys(LABELS) as Outcome[])
    .filter((outcome) => outcomes[outcome] > 0)
    .map((outcome) => line(LABELS[outcome], outcomes[outcome]));
  const lag = lagOf(lagsMs);
  return [
    ...(counts.length > 0 ? counts : ['There are no documents.']),
    ...(chunks > 0 ? [line('passages', chunks)] : []),
    ...(chunks + embedded > 0 ? [line('embedded', embedded)] : []),
    ...(lag ? [line('lag', lagText(lag))] : []),
    line('seconds', (ms / 1_000).toFixed(1)),
    ...reasons(failed),
    ...(stopped ? ['Stopped before the end. Run it again to go on.'] : []),
  ].join('\n');
}

function reasons(failed: IndexReport['failed']): readonly string[] {
  if (failed.length === 0) return [];
  const shown = failed.slice(0, MOST_REASONS).map(({ document, reason }) => `  ${document}: ${reason}`);
  return [
    'Failed:',
    ...shown,
    ...(failed.length > MOST_REASONS ? [`  and ${failed.length - MOST_REASONS} more: npm run documents -- --state failed`] : []),
  ];
}

const line = (label: string, value: number | string): string => `${label.padEnd(28)}${value}`;
