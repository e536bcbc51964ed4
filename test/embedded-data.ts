import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../server/db/open-database.ts'
import { isServerOf, processIdentity } from '../server/db/process-identity.ts'
import { clearFolder, temporaryFolder } from './temporary-folder.ts'

/** Data folders of the embedded database for tests of its life: made once, copied for each test, removed with it. */
export const isRoot = process.getuid?.() === 0

/** A folder of one's own that PostgreSQL's account can reach; its clusters are stopped and it is removed with the test. */
export function emptyFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(() => clearFolder(folder))
  return folder
}

/** A migrated and seeded database without cases, in `data` under a folder of the test's own. */
export function madeFolder(): string {
  const folder = join(emptyFolder(), 'data')
  // Owners matter: PostgreSQL accepts no folder of another account.
  execFileSync('cp', ['-a', template(), folder])
  return folder
}

let made: string | undefined
const template = (): string => {
  if (made === undefined) throw new Error('call makeTemplate in beforeAll')
  return made
}

/** Call in beforeAll; the answer goes to afterAll. */
export async function makeTemplate(): Promise<() => void> {
  const folder = temporaryFolder()
  made = join(folder, 'data')
  const { close } = await openDatabase({ databaseUrl: undefined, dataDir: made, dataDirGiven: true })
  await close()
  return () => clearFolder(folder)
}

/** The process of the server that works on the folder; undefined when there is none. */
export function postmasterOf(dataDir: string): number | undefined {
  const cluster = join(dataDir, 'postgresql')
  const file = join(cluster, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return pid > 0 && runs(pid) && isServerOf(pid, cluster) ? pid : undefined
}

export const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has gone already.
  }
}

export const runs = (pid: number): boolean => processIdentity(pid) !== undefined
