import { SingleBar } from 'cli-progress';

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** A progress bar on standard error, with rate and time left; a line now and then where that is no terminal. */
export function progressBar(label: string) {
  const bar = new SingleBar({
    format: `{bar} {value}/{total} ${label}, {rate}/s, {eta_formatted} left`,
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: 10_000,
    etaBuffer: 50,
    barsize: 30,
    hideCursor: true,
  });
  let start = 0;
  let before = 0;
  return {
    update({ done, total }: Progress): void {
      if (start === 0) {
        if (done === total) return;
        start = performance.now();
        before = done;
        bar.start(total, done, { rate: '0.0' });
      }
      const seconds = (performance.now() - start) / 1_000;
      bar.update(done, { rate: seconds > 0 ? ((done - before) / seconds).toFixed(1) : '0.0' });
    },
    stop: () => bar.stop(),
  };
}

/** Runs `work` under a progress bar, which ends with it, however it ends: one that goes on keeps the process alive. */
export async function withProgress<T>(label: string, work: (update: (progress: Progress) => void) => Promise<T>): Promise<T> {
  const bar = progressBar(label);
  try {
    return await work(bar.update);
  } finally {
    bar.stop();
  }
}
