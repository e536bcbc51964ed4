import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isServerOf, processIdentity } from '../server/db/process-identity.ts'

/**
 * New folders that every account can pass through, in memory where there is plenty of it: databases of tests are
 * short-lived. Each bears the name of the process it belongs to, so that what a killed run left can be swept away.
 */
const prefix = 'sudmonitor-test-'

export function temporaryFolder(): string {
  const owner = (processIdentity(process.pid) ?? '').replace(':', '-')
  const folder = mkdtempSync(join(isRoomy(memory) ? memory : tmpdir(), `${prefix}${owner}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Stops and removes the databases of test runs that are no more. */
export function removeLeftFolders(): void {
  for (const root of [memory, tmpdir()])
    for (const name of globSync(`${prefix}*`, { cwd: root })) {
      const [, pid, startTime] = /-(\d+)-(\d*)-\w+$/.exec(name) ?? []
      if (pid !== undefined && processIdentity(Number(pid)) !== `${pid}:${startTime}`) clearFolder(join(root, name))
    }
}

/** Whatever PostgreSQL works in the folder is stopped first, without ceremony. */
export function clearFolder(folder: string): void {
  try {
    for (const file of globSync('{*,*/*}/postmaster.pid', { cwd: folder })) {
      const pid = Number(readFileSync(join(folder, file), 'utf8').split('\n')[0])
      if (pid > 0 && isServerOf(pid, join(folder, dirname(file)))) process.kill(pid, 'SIGQUIT')
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  } catch {
    // Another account's, or being swept by another run.
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
