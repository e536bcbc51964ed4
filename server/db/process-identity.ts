import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { errorCode } from './refusal.ts'

/** Pid and start time, since pids are reused, in containers at every start. Undefined: no such process, or a zombie. */
export function processIdentity(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return undefined
  }
  try {
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return state === 'Z' ? undefined : `${pid}:${rest[startTimeAfterState] ?? ''}`
  } catch {
    return `${pid}:`
  }
}

/** `starttime` is field 22 of /proc/<pid>/stat, `state` field 3. */
const startTimeAfterState = 18

/** Whether a process can be the server of a folder: its working directory or command line mentions it. */
export function isServerOf(pid: number, folder: string): boolean {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)]).stdout.includes(folder)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch (error) {
    return errorCode(error) !== 'ENOENT'
  }
}
