import type { BackfillReport } from './backfill.ts';

const LABELS = {
  indexed: 'indexed',
  described: 'access or metadata changed',
  unchanged: 'unchanged',
  stale: 'older than what is stored',
  superseded: 'gone while reading',
  failed: 'failed for good',
  error: 'failed for now',
} as const satisfies Record<keyof BackfillReport['outcomes'], string>;
const MOST_REASONS = 20;

/** What a backfill did, for people: a line a number that is not zero, and why documents failed. */
export function summary({ outcomes, chunks, embedded, failed, stopped }: BackfillReport, ms: number): string {
  const counts = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((outcome) => outcomes[outcome] > 0)
    .map((outcome) => line(LABELS[outcome], outcomes[outcome]));
  const shown = failed.slice(0, MOST_REASONS).map(({ document, reason }) => `  ${document}: ${reason}`);
  return [
    ...(counts.length > 0 ? counts : ['The bucket holds no documents.']),
    ...(chunks > 0 ? [line('passages', chunks), line('embedded', embedded)] : []),
    line('seconds', (ms / 1_000).toFixed(1)),
    ...(failed.length > 0 ? ['Failed:', ...shown] : []),
    ...(failed.length > MOST_REASONS ? [`  and ${failed.length - MOST_REASONS} more`] : []),
    ...(stopped ? ['Stopped before the end. Run it again to go on.'] : []),
  ].join('\n');
}

const line = (label: string, value: number | string): string => `${label.padEnd(28)}${value}`;
