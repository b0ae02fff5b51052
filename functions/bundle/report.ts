import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const MOST_PACKAGES = 3;
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1_000)} kB`;

/** How large a bundle is, in a line for the log of a build: its code, its maps, what lies beside it, and what makes most of it. */
export function sizesOf(folder: string, { outputs }: Metafile): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, bytes: statSync(join(parentPath, name)).size }));
  const bytesOf = (which: (name: string) => boolean) => files.reduce((sum, { name, bytes }) => sum + (which(name) ? bytes : 0), 0);
  const isCode = (name: string) => name.endsWith('.js');
  const isMap = (name: string) => name.endsWith('.js.map');
  const packages = Map.groupBy(
    Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs)),
    ([input]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? 'our own code',
  );
  const largest = [...packages]
    .map(([name, inputs]) => ({ name, bytes: inputs.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, MOST_PACKAGES);
  return [
    `${files.filter(({ name }) => isCode(name)).length} files of code, ${kilobytes(bytesOf(isCode))}`,
    `source maps ${kilobytes(bytesOf(isMap))}`,
    `other files ${kilobytes(bytesOf((name) => !isCode(name) && !isMap(name)))}`,
    `most of it ${largest.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`).join(', ')}`,
  ].join('; ');
}
