import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { z } from 'zod'
import { openServer } from '../test/global-setup.ts'
import { type MutatedModule, mutatedModules } from './mutated-modules.ts'

/**
 * `npm run mutate [module…]`: changes the code of a module in small ways, one at a time, and counts how many of the changes a test notices
 * (docs/mutation.md). What was found out is kept: only what has changed since, tests among it, is tried again; `--anew` forgets it.
 */
const atLeast = 85
const root = dirname(import.meta.dirname)
const reports = join(root, 'reports/mutation')
const [flags, asked] = [true, false].map(are => process.argv.slice(2).filter(one => one.startsWith('--') === are))
const unknown = asked?.filter(name => !(name in mutatedModules)) ?? []
if (unknown.length > 0) {
  console.error(`There is no module ${unknown.join(', ')}; there are ${Object.keys(mutatedModules).join(', ')}`)
  process.exit(2)
}
const chosen = Object.entries(mutatedModules).filter(([name]) => asked?.length === 0 || asked?.includes(name))

const reportSchema = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
})
type Score = { name: string; killed: number; all: number }

async function mutate(name: string, { files, tests, database }: MutatedModule): Promise<Score> {
  // Read by mutation.vitest.config.ts, in processes that Stryker starts.
  process.env.MUTATION_TESTS = tests.join(' ')
  process.env.MUTATION_DATABASE = database ? 'yes' : ''
  const [fileName, incrementalFile] = ['json', 'incremental.json'].map(end => join(reports, `${name}.${end}`))
  if (flags?.includes('--anew') && incrementalFile) rmSync(incrementalFile, { force: true })
  if (fileName) rmSync(fileName, { force: true })
  await new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation.vitest.config.ts', related: false, pool: 'forks' },
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: [...files],
    // What strings say is wording or the name of a column, which types and PostgreSQL check.
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    incremental: true,
    ...(incrementalFile && { incrementalFile }),
    concurrency: 2,
    timeoutMS: 20_000,
    ignorePatterns: ['web', 'docs', 'bench', 'reports', 'dist'],
    reporters: ['clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { ...(fileName && { fileName }) },
  }).runMutationTest()
  if (fileName === undefined || !existsSync(fileName)) throw new Error(`Stryker has told nothing of ${name}`)
  const report = reportSchema.parse(JSON.parse(readFileSync(fileName, 'utf8')))
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const count = (...of: readonly string[]) => statuses.filter(status => of.includes(status)).length
  const killed = count('Killed', 'Timeout')
  return { name, killed, all: killed + count('Survived', 'NoCoverage') }
}

// A process for each change: what one has compiled the next ones find.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')
mkdirSync(reports, { recursive: true })
const needsDatabase = chosen.some(([, { database }]) => database) && process.env.DATABASE_URL === undefined
const server = needsDatabase ? await openServer() : undefined
// One for all processes: whichever of them is killed, nothing is left behind.
if (server) process.env.DATABASE_URL = server.url
const scores: Score[] = []
try {
  for (const [name, module] of chosen) scores.push(await mutate(name, module))
} finally {
  await server?.close()
}
for (const { name, killed, all } of scores)
  console.log(`${name}: ${((100 * killed) / all).toFixed(1)} % (${killed} of ${all})`)
process.exitCode = scores.every(({ killed, all }) => killed >= (all * atLeast) / 100) ? 0 : 1
