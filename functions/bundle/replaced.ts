import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { type Choice, withoutOf } from './backends.ts';
import type { Target } from './targets.ts';

const INSIDE = join(import.meta.dirname, 'inside');

/** What a module is made of instead, by its path in the project. */
type Replacements = Readonly<Record<string, string>>;

const insteadOf = (file: string): string => `export * from ${JSON.stringify(join(INSIDE, file))};`;
const throwing = (what: string): string => `throw new TypeError(${JSON.stringify(`${what}: see functions/bundle/targets.ts`)});`;

/** Files that a bundle does without, or has elsewhere, and what of `inside` it has for them. */
const REPLACED: Replacements = {
  'shared/models/embed/local.ts': insteadOf('absent.ts'),
  // 6.6 MB of interface descriptions, for a way to Cloud SQL that the configuration does not have.
  'node_modules/@google-cloud/cloud-sql-connector/dist/mjs/sql-data-client.js': insteadOf('absent.ts'),
  'shared/retrieval/pgvector/store/embedded.ts': insteadOf('absent.ts'),
  'shared/retrieval/pgvector/store/migrations-folder.ts': insteadOf('beside.ts'),
  'shared/documents/parse/worker-file.ts': insteadOf('beside.ts'),
  'shared/documents/parse/pdf/character-maps.ts': insteadOf('beside.ts'),
};
const WITHOUT_READING: Replacements = { 'shared/documents/parse/open.ts': insteadOf('absent.ts') };
/** The framework's express, with all that it brings. */
const WITHOUT_EVENTS: Replacements = { 'functions/bundle/inside/events.ts': throwing('this bundle takes no events') };
const WITHOUT_MODELS: Replacements = {
  'shared/models/embed/gemini.ts': throwing('this bundle embeds nothing'),
  'shared/models/read/gemini.ts': throwing('this bundle reads no documents'),
};

/** A backend that is left out is one file that fails when it is loaded, whatever it exports: all the rest hangs on it. */
const withoutBackends = (choice: Choice): Replacements =>
  Object.fromEntries(
    withoutOf(choice).map((backend) => [
      `shared/retrieval/${backend}/open.ts`,
      `import { ConfigError } from ${JSON.stringify(join(INSIDE, '../../../shared/config.ts'))};
         throw new ConfigError('RETRIEVAL_BACKEND: ${backend} is not in this bundle, which was made with --backend ${choice}');`,
    ]),
  );

/** Puts files of `inside` in the place of what a bundle leaves out or has elsewhere. Throws when such a file has moved. */
export function replaced(root: string, { reads, events, migrates }: Target, choice: Choice): Plugin {
  const files: Replacements = {
    ...REPLACED,
    ...(reads ? {} : WITHOUT_READING),
    ...(events ? {} : WITHOUT_EVENTS),
    ...(migrates ? WITHOUT_MODELS : {}),
    ...withoutBackends(choice),
  };
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
        const contents = files[relative(root, path)];
        if (contents) return { contents, resolveDir: root };
        // Of a namespace that is imported by name esbuild drops nothing: all of zod and its 50 languages, 40 ms and 10 MB.
        return { contents: readFileSync(path, 'utf8').replace("import { z } from 'zod';", "import * as z from 'zod';"), loader: 'ts' };
      });
    },
  };
}
