import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'

/**
 * Prints the checks of a script line by line and counts them: the last line is `N passed, N failed`, as .ci/run reads
 * it.
 */
const counted = { passed: 0, failed: 0 }

export function tellCheck(isRight: boolean, said: string): void {
  counted[isRight ? 'passed' : 'failed'] += 1
  console.log(`${isRight ? '✓' : '✗'} ${said}`)
}

export function checkEqual(what: string, found: unknown, expected: unknown): void {
  const isRight = isDeepStrictEqual(found, expected)
  tellCheck(isRight, `${what}: ${shown(found)}${isRight ? '' : `, expected ${shown(expected)}`}`)
}
const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : String(JSON.stringify(value))).slice(0, 200)

/** Names a check that needs something outside the product: neither passed nor failed. */
export const skipChecks = (what: string, why: string): void => console.log(`– ${what}: skipped, for ${why}`)

export function endChecks(): void {
  console.log(`${counted.passed} passed, ${counted.failed} failed`)
  process.exitCode = counted.failed === 0 ? 0 : 1
}

/** The folder argument of a script; without it the script prints what the folder must contain. */
export function folderGiven(holds: string): string {
  const [, script = '', folder] = process.argv
  if (folder !== undefined) return folder
  console.error(`Usage: node ${script} FOLDER (the folder that holds ${holds})`)
  process.exit(2)
}

/** Compares labels with what was read, field by field; `wrong` lists the differences. */
export class FieldTallies extends Map<string, { right: number; total: number; wrong: string[] }> {
  add(field: string, isRight: boolean, told: string): void {
    const tally = this.get(field) ?? { right: 0, total: 0, wrong: [] }
    this.set(field, tally)
    tally.total += 1
    if (isRight) tally.right += 1
    else tally.wrong.push(told)
  }
  /** The sum over all fields. */
  get whole(): { right: number; total: number } {
    const sum = (of: 'right' | 'total'): number => [...this.values()].reduce((all, tally) => all + tally[of], 0)
    return { right: sum('right'), total: sum('total') }
  }
}

/** Lines of a plain or gzipped file, without empty ones. */
export function linesOfFile(path: string): string[] {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').filter(Boolean)
}
