import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { ensureChromium } from './ensure-chromium.ts'

/**
 * `npm test`: lint and format, types, then every test. The last line is `N passed, N failed`, lint and types counted as
 * one check each; the exit code is 0 only when something passed and nothing failed. Arguments go to Vitest.
 */
type Count = { passed: number; failed: number }

const root = dirname(import.meta.dirname)
const argumentsForVitest = process.argv.slice(2)
/** The processes of tests load much the same code: what one has compiled the next ones find. */
const compiled = join(root, 'node_modules/.cache/compiled')

const running = new Set<ChildProcess>()
let stoppedBy: NodeJS.Signals | undefined
process.on('SIGINT', () => (stoppedBy ??= 'SIGINT'))
process.on('SIGTERM', () => {
  stoppedBy ??= 'SIGTERM'
  for (const child of running) child.kill('SIGTERM')
})

/** Runs a package's program on our own Node; its exit code, 1 when it was killed. */
const run = (program: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: compiled, ...process.env },
    })
    running.add(child)
    child.once('error', reject)
    child.once('close', code => {
      running.delete(child)
      if (stoppedBy !== undefined) process.exit(128 + constants.signals[stoppedBy])
      resolve(code ?? 1)
    })
  })

async function check(name: string, act: () => Promise<boolean>): Promise<Count> {
  const began = Date.now()
  const passed = await act().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return false
  })
  console.log(`${passed ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const lint = async (): Promise<boolean> => (await run('biome', ['ci', '--error-on-warnings', '.'])) === 0

/** Of one root. Several checkers would each work out the same types of queries again: three times the work for half the wait. */
const typesOf = (project: string): Promise<number> => run('tsc', ['-p', project, '--checkers', '1'])

const types = async (): Promise<boolean> => {
  const others = async (): Promise<number[]> => {
    const codes = []
    for (const project of ['server', 'web', 'shared']) codes.push(await typesOf(project))
    return codes
  }
  const codes = await Promise.all([typesOf('test'), others()])
  return codes.flat().every(code => code === 0)
}

const reportSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})
type Report = z.infer<typeof reportSchema>

/** One line a failed test, with the beginning of why; a file that failed outside its tests is one failure too. */
const failuresOf = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed')
    const told = failed.map(test => `${test.fullName}: ${test.failureMessages?.[0] ?? ''}`)
    const outside = status === 'failed' && failed.length === 0 ? [message] : []
    return [...told, ...outside].map(text => `✗ ${relative(root, name)}: ${text.replaceAll(/\s+/g, ' ').slice(0, 500)}`)
  })

async function tests(built: Promise<number>): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'sudmonitor-report-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'report.json')
  try {
    ensureChromium()
    if ((await built) !== 0) return { passed: 0, failed: 1 }
    const code = await run('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...argumentsForVitest,
    ])
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const passed = report.numPassedTests
    const failures = failuresOf(report)
    for (const failure of failures) console.log(failure)
    const failed = failures.length
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

const linted = await check('format and lint', lint)
// Beside the types. Aside: Vite turns the process that builds into a production one, and so whatever it starts.
const built = run('node', ['scripts/build-web.ts']).catch(() => 1)
const counts = [linted, await check('types', types), await tests(built)]
const total = counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }))
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`${total.passed} passed, ${total.failed} failed`)
