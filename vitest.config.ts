import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

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
          exclude: ['test/native/**', 'test/browser/**', '**/node_modules/**'],
        },
      },
      // Needs a Postgres of its own: TEST_DATABASE_URL, from ../shared/tools/postgres/start.
      { test: { ...common, name: 'native', include: ['test/native/**/*.test.ts'], globalSetup: 'test/native/drop-databases.ts' } },
      // Needs a Chromium: CHROMIUM_PATH, or Debian's.
      { test: { ...common, name: 'browser', include: ['test/browser/**/*.test.ts'] } },
    ],
  },
});
