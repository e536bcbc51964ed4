import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'

/** Checks of a script, told line by line and counted: the last line is `N passed, N failed`, as .ci/run reads it. */
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

/** By name, where something is missing that does not belong to the product: neither passed nor failed. */
export const skipChecks = (what: string, why: string): void => console.log(`– ${what}: skipped, for ${why}`)

export function endChecks(): void {
  console.log(`${counted.passed} passed, ${counted.failed} failed`)
  process.exitCode = counted.failed === 0 ? 0 : 1
}

/** The folder that a script is given; without one it says what the folder has to hold. */
export function folderGiven(holds: string): string {
  const [, script = '', folder] = process.argv
  if (folder !== undefined) return folder
  console.error(`Usage: node ${script} FOLDER (the folder that holds ${holds})`)
  process.exit(2)
}

/** What labels say and what is read, field by field; `wrong` tells what differs. */
export class FieldTallies extends Map<string, { right: number; total: number; wrong: string[] }> {
  add(field: string, isRight: boolean, told: string): void {
    const tally = this.get(field) ?? { right: 0, total: 0, wrong: [] }
    this.set(field, tally)
    tally.total += 1
    if (isRight) tally.right += 1
    else tally.wrong.push(told)
  }
  /** Of all fields together. */
  get whole(): { right: number; total: number } {
    const sum = (of: 'right' | 'total'): number => [...this.values()].reduce((all, tally) => all + tally[of], 0)
    return { right: sum('right'), total: sum('total') }
  }
}

/** Lines of a file, packed or not; empty ones left out. */
export function linesOfFile(path: string): string[] {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').filter(Boolean)
}
