import { defineConfig } from 'vitest/config'

const together = {
  // The code under test is read once a process, not once a file: whoever stubs or keeps something puts it back.
  isolate: false,
  // Twenty times what the slowest takes on two quiet cores: a busy machine is no failure.
  testTimeout: 180_000,
  hookTimeout: 180_000,
}
/** As the product itself runs: Node reads the sources, which need no plugin. Vite would transform and wrap each of them. */
const byNode = { experimental: { viteModuleRunner: false } }

/** Pure code, the server on a real PostgreSQL, the web without a browser, and journeys in a real one. */
export default defineConfig({
  test: {
    // Tests of the server wait for PostgreSQL half of their time: two cores carry three of them.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'shared',
          include: ['shared/**/*.test.ts', 'test/*.test.ts'],
          setupFiles: ['test/same-seed.ts'],
          ...together,
          ...byNode,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'bench/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
          setupFiles: ['test/compiled.ts', 'test/cheap-passwords.ts', 'test/same-seed.ts'],
          // What is waited for comes on a busy machine too; the library would wait for one second.
          expect: { poll: { timeout: 60_000 } },
          // Data are each file's own.
          ...together,
          ...byNode,
        },
      },
      // A window costs more than most tests of plain modules; the few that need one say so at their head.
      { test: { name: 'web-plain', include: ['web/**/*.test.ts'], setupFiles: ['test/same-seed.ts'], ...together } },
      {
        // See test/patience.ts: of elements made for development nobody reads where they were made.
        oxc: { jsx: { development: false } },
        test: {
          name: 'web',
          include: ['web/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['test/compiled.ts', 'test/patience.ts'],
          ...together,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/*.e2e.ts'],
          globalSetup: 'test/global-setup.ts',
          setupFiles: ['test/compiled.ts', 'test/cheap-passwords.ts'],
          // A page takes its time on a busy machine; the library would wait for one second.
          expect: { poll: { timeout: 60_000 } },
          // Each has a browser of its own, which works on several cores by itself.
          maxWorkers: 2,
          maxConcurrency: 2,
          // And a browser is started once a process.
          ...together,
          ...byNode,
          // After all the others, which have workers of their own number.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
