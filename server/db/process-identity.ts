import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { errorCode } from './refusal.ts'

/**
 * Which process a number means: numbers are given out again, in containers the very same ones at every start.
 * Undefined when no such process runs; one that has ended unnoticed by its parent (a zombie) does not run.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, under another account.
    if (errorCode(error) !== 'EPERM') return undefined
  }
  try {
    // `pid (name) state … starttime …`; the name may hold brackets and spaces.
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return state === 'Z' ? undefined : `${pid}:${rest[startTimeAfterState] ?? ''}`
  } catch {
    return `${pid}:`
  }
}

/** `starttime` is the 22nd field of /proc/<pid>/stat, `state` the third. */
const startTimeAfterState = 18

/** Whether a process can be the server of a folder: PostgreSQL stands in it, and was called with its name. */
export function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)]).stdout.includes(folder)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch (error) {
    // Of another account's process one is not told.
    return errorCode(error) !== 'ENOENT'
  }
}
