import { defineConfig } from 'vitest/config'

const asksDatabase = process.env.MUTATION_DATABASE === 'yes'

/** The tests that guard what `npm run mutate` changes: each file in a process of its own, for what is changed is read anew. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    setupFiles: ['test/compiled.ts', 'test/same-seed.ts', ...(asksDatabase ? ['test/cheap-passwords.ts'] : [])],
    ...(asksDatabase && { globalSetup: 'test/global-setup.ts' }),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    experimental: { viteModuleRunner: false },
  },
})
