import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder that every account can pass through, in memory where there is plenty of it: databases of tests are short-lived. */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(isRoomy(memory) ? memory : tmpdir(), prefix))
  chmodSync(folder, 0o755)
  return folder
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
