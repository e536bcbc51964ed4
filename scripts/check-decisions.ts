import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Checks the reading of outcomes against decisions of real courts: `node scripts/check-decisions.ts FOLDER`, where FOLDER
 * holds texts and `expected.json`, a list of `{file, outcome, value, hidden}`. Reads them by the command, as an operator would.
 */
const labelled = z.array(
  z.object({ file: z.string(), outcome: z.string(), value: z.number().nullable(), hidden: z.boolean() }),
)
const line = z.object({ ...labelled.element.shape, evidence: z.string() })

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: node scripts/check-decisions.ts FOLDER (the folder that holds expected.json)')
  process.exit(2)
}
const expected = labelled.parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')))
const files = expected.map(({ file }) => join(folder, file))
const run = spawnSync(process.execPath, ['server/cli.ts', 'read-outcome', ...files], { encoding: 'utf8' })
const found = run.stdout
  .split('\n')
  .filter(Boolean)
  .map(text => line.parse(JSON.parse(text)))

let failed = 0
for (const [at, { file, ...truth }] of expected.entries()) {
  const { file: _, evidence = '', ...read } = found[at] ?? {}
  const isRight = JSON.stringify(read) === JSON.stringify(truth)
  if (!isRight) failed += 1
  console.log(
    `${isRight ? '  ok' : 'FAIL'}  ${file}: ${JSON.stringify(read)}${isRight ? '' : `, expected ${JSON.stringify(truth)}`}`,
  )
  console.log(`      «${evidence.slice(0, 160)}»`)
}
if (run.status !== 0) console.log(run.stderr)
console.log(`${expected.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 && run.status === 0 ? 0 : 1
