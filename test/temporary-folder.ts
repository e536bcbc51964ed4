import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isServerOf, processIdentity } from '../server/db/process-identity.ts'

/**
 * Temporary folders that every account can enter, in memory where there is enough of it, as databases of tests live
 * shortly. Names contain the pid of their process, so that folders of killed runs can be removed.
 */
const prefix = 'sudmonitor-test-'

export function temporaryFolder(): string {
  const owner = (processIdentity(process.pid) ?? '').replace(':', '-')
  const folder = mkdtempSync(join(isRoomy(memory) ? memory : tmpdir(), `${prefix}${owner}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Stops and removes databases of test runs that have ended. */
export function removeLeftFolders(): void {
  for (const root of [memory, tmpdir()])
    for (const name of globSync(`${prefix}*`, { cwd: root })) {
      const [, pid, startTime] = /-(\d+)-(\d*)-\w+$/.exec(name) ?? []
      if (pid !== undefined && processIdentity(Number(pid)) !== `${pid}:${startTime}`) clearFolder(join(root, name))
    }
}

/** Stops PostgreSQL in the folder with SIGQUIT first. */
export function clearFolder(folder: string): void {
  try {
    for (const file of globSync('{*,*/*}/postmaster.pid', { cwd: folder })) {
      const pid = Number(readFileSync(join(folder, file), 'utf8').split('\n')[0])
      if (pid > 0 && isServerOf(pid, join(folder, dirname(file)))) process.kill(pid, 'SIGQUIT')
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  } catch {
    // Of another account, or being removed by another run.
  }
}

const memory = '/dev/shm'
const plenty = 2 * 1024 ** 3

const isRoomy = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find(line => line.split(' ')[1] === folder)
    // PostgreSQL's programs may have to be copied beside the data and run from there.
    return bavail * bsize > plenty && mount !== undefined && !/\bnoexec\b/.test(mount)
  } catch {
    return false
  }
}
