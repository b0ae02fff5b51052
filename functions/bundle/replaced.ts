import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import type { Target } from './targets.ts';

const INSIDE = join(import.meta.dirname, 'inside');

/** Files that a bundle does without, or has elsewhere, and what of `inside` it has for them. */
const REPLACED = {
  'shared/models/embed/local.ts': 'absent.ts',
  'shared/retrieval/pgvector/store/embedded.ts': 'absent.ts',
  // 6.6 MB of interface descriptions, for a way to Cloud SQL that the configuration does not have.
  'node_modules/@google-cloud/cloud-sql-connector/dist/mjs/sql-data-client.js': 'absent.ts',
  'shared/documents/parse/worker-file.ts': 'beside.ts',
  'shared/documents/parse/pdf/character-maps.ts': 'beside.ts',
  'shared/retrieval/pgvector/store/migrations-folder.ts': 'beside.ts',
};
const REPLACED_WITHOUT_READING = { 'shared/documents/parse/open.ts': 'absent.ts' };

/** Puts files of `inside` in the place of what a bundle leaves out or has elsewhere. Throws when such a file has moved. */
export function replaced(root: string, { reads }: Target): Plugin {
  const files: Readonly<Record<string, string>> = { ...REPLACED, ...(reads ? {} : REPLACED_WITHOUT_READING) };
  for (const file of Object.keys(files)) {
    if (!existsSync(join(root, file))) throw new Error(`functions/bundle/replaced.ts: ${file} is no longer there`);
  }
  return {
    name: 'replaced',
    setup({ onLoad, onResolve }) {
      // Of the framework's own copy the framework that has loaded a bundle knows nothing.
      onResolve({ filter: /^@google-cloud\/functions-framework$/ }, ({ importer }) =>
        importer.startsWith(INSIDE) ? undefined : { path: join(INSIDE, 'framework.ts') },
      );
      onLoad({ filter: /\.ts$|\/sql-data-client\.js$/ }, ({ path }) => {
        const replacement = files[relative(root, path)];
        if (replacement) return { contents: `export * from ${JSON.stringify(join(INSIDE, replacement))};`, resolveDir: root };
        // Of a namespace that is imported by name esbuild drops nothing: all of zod and its 50 languages, 40 ms and 10 MB.
        return { contents: readFileSync(path, 'utf8').replace("import { z } from 'zod';", "import * as z from 'zod';"), loader: 'ts' };
      });
    },
  };
}
