import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { z } from 'zod'
import { openServer } from '../test/global-setup.ts'
import { type MutatedModule, mutatedModules } from './mutated-modules.ts'

/**
 * `npm run mutate [module or file…]`: mutates the code of a module and counts how many mutants a test kills
 * (docs/mutation.md). Results are kept: only what has changed since, including its tests, is tried again; `--anew`
 * discards them.
 */
const atLeast = 85
const root = dirname(import.meta.dirname)
const reports = join(root, 'reports/mutation')
const isAnew = process.argv.includes('--anew')
const asked = process.argv.slice(2).filter(one => !one.startsWith('--'))

/** Modules by name; for a file, its module with only this file. */
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
  // Read by mutation.vitest.config.ts in processes that Stryker starts.
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
    // Strings are wording, which no test checks, or column names, which types and PostgreSQL check.
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

// Each mutant may have a process of its own; they share compiled code.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')
mkdirSync(reports, { recursive: true })
const modules = chosen()
const needsDatabase = modules.some(([, { database }]) => database) && process.env.DATABASE_URL === undefined
const server = needsDatabase ? await openServer() : undefined
// One server for all processes, so that killed processes leave none behind.
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
