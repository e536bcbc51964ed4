import { defineConfig } from 'vitest/config'
import { keptProcesses } from './kept-process.ts'

const asksDatabase = process.env.MUTATION_DATABASE === 'yes'

/** The tests that guard what `npm run mutate` changes. */
export default defineConfig({
  plugins: [
    {
      name: 'kept-processes',
      // Stryker names a pool of Vitest's own.
      configureVitest({ project }) {
        Object.assign(project.config, { pool: keptProcesses.name, poolRunner: keptProcesses })
      },
    },
  ],
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    setupFiles: [
      'scripts/mutation-setup.ts',
      'test/same-seed.ts',
      ...(asksDatabase ? ['test/cheap-passwords.ts'] : []),
    ],
    ...(asksDatabase && { globalSetup: 'test/global-setup.ts' }),
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    experimental: { viteModuleRunner: false },
  },
})
