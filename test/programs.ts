import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseClientOptions, embeddedUrl } from '../server/db/client-options.ts'
import { isServerOf, processIdentity } from '../server/db/process-identity.ts'
import { packageRoot } from '../server/env.ts'

/** Processes of the product and of its embedded database: to start, inspect and kill. */
export type Program = { child: ChildProcess; said: () => string; ended: Promise<{ code: number | null; said: string }> }

export const adminPassword = 'correct horse'

/**
 * The command line as a person calls it, with the embedded database and none of this process's environment; from the
 * checkout, unless the product is `installed` elsewhere.
 */
export function startProgram(
  dataDir: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  installed = packageRoot,
): Program {
  const child = spawn(process.execPath, [join(installed, 'bin/sudmonitor.js'), ...args], {
    cwd: installed,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DEMO: '0',
      REPLICA: '0',
      PORT: '0',
      ADMIN_PASSWORD: adminPassword,
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', part => (said += part))
  const ended = once(child, 'close').then(([code]) => ({ code, said }))
  return { child, said: () => said, ended }
}

/** The address a server prints once it listens. @throws when it exits before */
export async function serverAddress({ child, said }: Program): Promise<string> {
  for (;;) {
    const address = /работает: (\S+)/.exec(said())?.[1]
    if (address !== undefined) return address
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(said())
    await sleep(20)
  }
}

/** The postmaster of the data folder; undefined when there is none. */
export function postmasterOf(dataDir: string): number | undefined {
  const cluster = join(dataDir, 'postgresql')
  const file = join(cluster, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return pid > 0 && runs(pid) && isServerOf(pid, cluster) ? pid : undefined
}

/** The address of the embedded database of a folder. */
export function databaseUrlOf(dataDir: string): string {
  const folder = join(dataDir, 'postgresql')
  const password = readFileSync(join(folder, 'sudmonitor.password'), 'utf8')
  return embeddedUrl(folder, { user: 'sudmonitor', password, port: 0, database: 'sudmonitor' })
}

/** PostgreSQL backends that serve connections of the product. */
export async function backendsOf(dataDir: string, like = 'sudmonitor%'): Promise<number[]> {
  const client = new pg.Client({ ...databaseClientOptions(databaseUrlOf(dataDir)), application_name: 'a test' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like $1 and datname = current_database() order by pid`,
      [like],
    )
    return rows.map(({ pid }) => pid)
  } finally {
    await client.end()
  }
}

/** Waits for a backend that serves a connection with this name. */
export async function backendOf(dataDir: string, name: string): Promise<number> {
  for (;;) {
    // Also while the database is down.
    const [pid] = await backendsOf(dataDir, name).catch(() => [])
    if (pid !== undefined) return pid
    await sleep(50)
  }
}

/** @throws without a pid: to the system, 0 is the whole process group of this process */
export const kill = (pid: number | undefined, signal: NodeJS.Signals): void => {
  if (pid === undefined || pid <= 0) throw new Error(`There is no process ${pid}`)
  try {
    process.kill(pid, signal)
  } catch {
    // It has exited already.
  }
}

export const runs = (pid: number): boolean => processIdentity(pid) !== undefined
