import { defineConfig } from 'vitest/config'

/** Pure code, the server on a real PostgreSQL, the web without a browser, and journeys in a real one. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'shared', include: ['shared/**/*.test.ts', 'test/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'bench/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/*.e2e.ts'],
          globalSetup: 'test/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // Pages wait for answers more than they work.
          maxConcurrency: 3,
        },
      },
    ],
  },
})
