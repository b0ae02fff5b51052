import { defineConfig } from 'vitest/config';

const common = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { ...common, name: 'all', include: ['test/**/*.test.ts'], exclude: ['test/native/**'] } },
      // Needs a Postgres of its own: TEST_DATABASE_URL, from ../shared/tools/postgres/start.
      { test: { ...common, name: 'native', include: ['test/native/**/*.test.ts'] } },
    ],
  },
});
