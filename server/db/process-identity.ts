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

/** The folder a process stands in; undefined where the system does not tell. */
export function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
