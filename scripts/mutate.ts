import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { z } from 'zod'
import { openServer } from '../test/global-setup.ts'
import { type MutatedModule, mutatedModules } from './mutated-modules.ts'

/**
 * `npm run mutate [module or file…]`: changes the code of a module in small ways, one at a time, and counts how many of the changes a test notices
 * (docs/mutation.md). What was found out is kept: only what has changed since, tests among it, is tried again; `--again` forgets it.
 */
const atLeast = 85
const root = dirname(import.meta.dirname)
const reports = join(root, 'reports/mutation')
const isAnew = process.argv.includes('--anew')
const asked = process.argv.slice(2).filter(one => !one.startsWith('--'))

/** Modules by name; of a file, its module with this file alone. */
function chosen(): [name: string, module: MutatedModule][] {
  if (asked.length === 0) return Object.entries(mutatedModules)
  return asked.map(one => {
    const named = mutatedModules[one]
    if (named) return [one, named]
    const found = Object.entries(mutatedModules).find(([, { files }]) => files.some(file => matchesGlob(one, file)))
    if (found === undefined)
      throw new Error(`${one} is neither a module (${Object.keys(mutatedModules).join(', ')}) nor a file of one`)
    const [name, module] = found
    return [`${name}-${basename(one, '.ts')}`, { ...module, files: [one] }]
  })
}

const reportSchema = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
})
type Score = { name: string; killed: number; all: number }

async function mutate(name: string, { files, tests, database }: MutatedModule): Promise<Score> {
  // Read by mutation.vitest.config.ts, in processes that Stryker starts.
  process.env.MUTATION_TESTS = tests.join(' ')
  process.env.MUTATION_DATABASE = database ? 'yes' : ''
  const fileName = join(reports, `${name}.json`)
  const incrementalFile = join(reports, `${name}.incremental.json`)
  rmSync(fileName, { force: true })
  if (isAnew) rmSync(incrementalFile, { force: true })
  await new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation.vitest.config.ts', related: false, pool: 'forks' },
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: [...files],
    // What strings say is wording or the name of a column, which types and PostgreSQL check.
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile,
    concurrency: 2,
    timeoutMS: 20_000,
    ignorePatterns: ['web', 'docs', 'bench', 'reports', 'dist'],
    reporters: ['progress-append-only', 'clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName },
  }).runMutationTest()
  if (!existsSync(fileName)) throw new Error(`Stryker has told nothing of ${name}`)
  const report = reportSchema.parse(JSON.parse(readFileSync(fileName, 'utf8')))
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const count = (...of: readonly string[]) => statuses.filter(status => of.includes(status)).length
  const killed = count('Killed', 'Timeout')
  return { name, killed, all: killed + count('Survived', 'NoCoverage') }
}

// A process for each change: what one has compiled the next ones find.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')
mkdirSync(reports, { recursive: true })
const modules = chosen()
const needsDatabase = modules.some(([, { database }]) => database) && process.env.DATABASE_URL === undefined
const server = needsDatabase ? await openServer() : undefined
// One for all processes: whichever of them is killed, nothing is left behind.
if (server) process.env.DATABASE_URL = server.url
const scores: Score[] = []
try {
  for (const [name, module] of modules) scores.push(await mutate(name, module))
} finally {
  await server?.close()
}
for (const { name, killed, all } of scores)
  console.log(`${name}: ${((100 * killed) / all).toFixed(1)} % (${killed} of ${all})`)
process.exitCode = scores.every(({ killed, all }) => killed >= (all * atLeast) / 100) ? 0 : 1
