import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openEmbedded } from '../server/db/embedded.ts'
import { openDatabase } from '../server/db/open-database.ts'
import { findPostmaster } from '../server/db/postgres-server.ts'
import { processIdentity } from '../server/db/process-identity.ts'
import { kill, postmasterOf, runs } from './programs.ts'
import { clearFolder, temporaryFolder } from './temporary-folder.ts'

/**
 * Data folders of the embedded database for tests of its life cycle: made once, copied for each test, removed with
 * it.
 */
export const isRoot = process.getuid?.() === 0

/** A folder that PostgreSQL's account can reach; its clusters are stopped and it is removed with the test. */
export function emptyFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(() => clearFolder(folder))
  return folder
}

/** A copy of what `makeTemplate` has made, in `data` under a folder of the test. */
export function madeFolder(): string {
  const folder = join(emptyFolder(), 'data')
  // Owners are kept: PostgreSQL refuses a folder of another account.
  execFileSync('cp', ['-a', template(), folder])
  return folder
}

let made: string | undefined
const template = (): string => {
  if (made === undefined) throw new Error('call makeTemplate in beforeAll')
  return made
}

/**
 * A migrated and seeded database without cases, or an empty one. Call it in beforeAll and pass its result to
 * afterAll.
 */
export async function makeTemplate(holds: 'schema' | 'nothing' = 'schema'): Promise<() => void> {
  const folder = temporaryFolder()
  made = join(folder, 'data')
  const where = { dataDir: made, dataDirGiven: true }
  const { close } = await (holds === 'schema'
    ? openDatabase({ databaseUrl: undefined, ...where })
    : openEmbedded(where))
  await close()
  return () => clearFolder(folder)
}

/** Kills PostgreSQL; its users start it again, unless its start is held. */
export async function crashed(dataDir: string): Promise<{ port: number }> {
  const { port = 0 } = findPostmaster({ folder: join(dataDir, 'postgresql') }) ?? {}
  const pid = postmasterOf(dataDir) ?? 0
  kill(pid, 'SIGKILL')
  await expect.poll(() => runs(pid), { timeout: 60_000 }).toBe(false)
  return { port }
}

/** Stops PostgreSQL and all its processes (SIGSTOP); the returned function continues them. */
export function freezePostgres(dataDir: string): () => void {
  const postmaster = postmasterOf(dataDir) ?? 0
  const all = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  const pids = [postmaster, ...all.trim().split(/\s+/).map(Number)]
  for (const pid of pids) kill(pid, 'SIGSTOP')
  const thaw = (): void => {
    for (const pid of pids) kill(pid, 'SIGCONT')
  }
  onTestFinished(thaw)
  return thaw
}

/** Prevents PostgreSQL from starting until the returned function is called. */
export function holdStart(dataDir: string): () => void {
  const file = join(dataDir, 'postgresql.starting')
  writeFileSync(file, processIdentity(process.pid) ?? '')
  return () => rmSync(file)
}
