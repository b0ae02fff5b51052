import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const MANAGED = 'test/shared/retrieval/vertex-rag/**/*.test.ts';
/** What keeps `npm test` from five minutes on two processors, servers and processes by the dozen: `npm run test:long`, and .ci/run. */
const LONG = [
  'test/access/managed.test.ts',
  'test/bench/load/**/*.test.ts',
  'test/bm25/**/*.test.ts',
  'test/draining/**/*.test.ts',
  'test/functions/answer/**/*.test.ts',
  'test/functions/bundle.test.ts',
  'test/functions/commands.test.ts',
  'test/functions/doctor/command.test.ts',
  'test/functions/doctor/pgvector.test.ts',
  'test/functions/events.test.ts',
  'test/functions/mcp/access.test.ts',
  'test/functions/mcp/served.test.ts',
  'test/golden/gate/deployed.test.ts',
  'test/interleaving/**/*.test.ts',
  'test/killing/**/*.test.ts',
  'test/release/**/*.test.ts',
];
const common = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Much of the time is waiting, for processes and for time limits: two at once also where there are but two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...common,
          name: 'all',
          include: ['test/**/*.test.ts'],
          exclude: ['test/native/**', 'test/browser/**', 'test/examples/**', 'test/live/**', MANAGED, ...LONG, '**/node_modules/**'],
        },
      },
      { test: { ...common, name: 'long', include: LONG } },
      // Google's clients take two seconds to load: these files share what they have loaded, and nothing else.
      { test: { ...common, name: 'managed', include: [MANAGED], isolate: false } },
      // Needs a Postgres of its own: TEST_DATABASE_URL, from ../shared/tools/postgres/start.
      { test: { ...common, name: 'native', include: ['test/native/**/*.test.ts'], globalSetup: 'test/native/drop-databases.ts' } },
      // Needs a project of Google Cloud: test/live/main.ts. An import takes minutes, and only 60 requests a minute are allowed.
      { test: { name: 'live', include: ['test/live/**/*.test.ts'], testTimeout: 7_200_000, hookTimeout: 1_800_000 } },
      // Needs a Chromium: CHROMIUM_PATH, or Debian's.
      { test: { ...common, name: 'browser', include: ['test/browser/**/*.test.ts'] } },
    ],
  },
});
