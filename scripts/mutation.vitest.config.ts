import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keptProcesses } from './kept-process.ts'

const tests = (process.env.MUTATION_TESTS ?? '').split(' ')
const asksDatabase = process.env.MUTATION_DATABASE === 'yes'

/** As mutated-modules.ts names them: the first that fails ends the run. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => tests.findIndex(test => moduleId.endsWith(`/${test}`))
    return files.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

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
    include: tests,
    setupFiles: [
      'scripts/mutation-setup.ts',
      'test/same-seed.ts',
      ...(asksDatabase ? ['test/cheap-passwords.ts'] : []),
    ],
    ...(asksDatabase && { globalSetup: 'test/global-setup.ts' }),
    isolate: false,
    sequence: { sequencer: AsNamed },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    experimental: { viteModuleRunner: false },
  },
})
