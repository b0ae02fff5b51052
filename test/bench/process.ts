import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { percentile } from '../../shared/percentile.ts';

export interface Sample {
  readonly ms: number;
  /** Of the processors, by every thread of the process. */
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly peakMb: number;
}

/** What a process has used, as Linux says in /proc. */
export function consumed(pid: number | undefined): Omit<Sample, 'ms'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024;
  const nanoseconds = readdirSync(`/proc/${pid}/task`)
    .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, each) => sum + each, 0);
  return { cpuMs: nanoseconds / 1e6, rssMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
}

export interface Reply {
  /** Undefined while nothing listens. */
  readonly status: number | undefined;
  readonly body: string;
}

/** Asks a search on a connection of its own, for none must be kept to a server that is gone. */
export const askSearch = (port: string, token: string, query: string): Promise<Reply> =>
  new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asking = request({ host: '127.0.0.1', port, method: 'POST', path: '/search', headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (data) => {
        body += data;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    asking.on('error', () => resolve({ status: undefined, body: '' }));
    asking.end(JSON.stringify({ query }));
  });

/** Medians, and the best and the worst time. */
export function summary(samples: readonly Sample[]): string {
  const of = (part: keyof Sample, share: number) =>
    percentile(
      samples.map((sample) => sample[part]),
      share,
    ).toFixed(0);
  return `median ${of('ms', 0.5)} best ${of('ms', 0)} worst ${of('ms', 1)}, processor ${of('cpuMs', 0.5)}, resident ${of('rssMb', 0.5)} peak ${of('peakMb', 0.5)}`;
}
