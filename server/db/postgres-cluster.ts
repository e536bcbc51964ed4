import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderRefusal } from './data-folder.ts'
import type { Account } from './postgres-account.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { processIdentity, workingFolder } from './process-identity.ts'
import { errorCode, Refusal } from './refusal.ts'

/**
 * One PostgreSQL cluster on disk and its server process: made, started, looked up and stopped. Who may do it when is
 * decided in embedded.ts.
 */
export type Cluster = {
  /** PostgreSQL's own folder. */
  folder: string
  log: string
  binaries: PostgresBinaries
  /** Whose rights the server gets; undefined: ours. */
  account: Account | undefined
  settings: Readonly<Record<string, string>>
}

export const superuser = 'sudmonitor'

/** Chosen for two cores and a few gigabytes of memory; whoever has more brings a PostgreSQL of their own. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  // Compiling a query takes longer than our queries do.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A query whose process was killed stops, and its locks with it.
  client_connection_check_interval: '1s',
}

const passwordFile = (folder: string): string => join(folder, 'sudmonitor.password')

export const readPassword = (cluster: Cluster): string => readFileSync(passwordFile(cluster.folder), 'utf8')

/** Makes the cluster when there is none; refuses one of another major version. */
export async function prepareCluster(cluster: Cluster): Promise<void> {
  const { folder, binaries } = cluster
  if (!existsSync(folder)) return makeCluster(cluster)
  const made = readOr(join(folder, 'PG_VERSION'), '').trim()
  if (made === '')
    throw new Refusal(
      `В папке ${folder} лежит не база данных. Уберите её или укажите другую папку данных переменной DATA_DIR.`,
    )
  if (made !== binaries.major)
    throw new Refusal(
      `База данных в ${folder} создана PostgreSQL ${made}, а эта версия Судмонитора работает с PostgreSQL ${binaries.major}. Перенесите данные (как — в docs/operations.md) или укажите другую папку данных переменной DATA_DIR.`,
    )
}

/** The folder appears whole, by one rename: a process killed on the way leaves nothing that looks like data. */
async function makeCluster({ folder, binaries, account, settings }: Cluster): Promise<void> {
  const unfinished = `${folder}.${randomBytes(4).toString('hex')}`
  const password = `${unfinished}.password`
  try {
    mkdirSync(unfinished, { mode: 0o700 })
    writeDurably(password, randomBytes(24).toString('base64url'))
    if (account !== undefined) for (const path of [unfinished, password]) chownSync(path, account.uid, account.gid)
    const initdb = spawn(
      binaries.initdb,
      [
        ...['--pgdata', unfinished, '--username', superuser, '--pwfile', password, '--auth', 'scram-sha-256'],
        ...['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        // A database that does not promise to survive needs no care at birth either.
        ...(settings.fsync === 'off' ? ['--no-sync'] : []),
      ],
      { ...under(account), cwd: unfinished, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const complaints = collect(initdb)
    const [code] = await once(initdb, 'close').catch(error => notExecutable(binaries.initdb, error))
    if (code !== 0) throw new Refusal(`Не удалось создать базу данных в ${folder}.\n${complaints()}`)
    renameSync(password, passwordFile(unfinished))
    renameSync(unfinished, folder)
  } catch (error) {
    // Another process was quicker.
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return
    throw folderRefusal(folder, error)
  } finally {
    for (const path of [unfinished, password]) rmSync(path, { recursive: true, force: true })
  }
}

const writeDurably = (path: string, text: string): void => {
  const file = openSync(path, 'wx', 0o600)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
}

export type Postmaster = { pid: number; port: number; runs: boolean; ready: boolean }

const pidFile = (folder: string): string => join(folder, 'postmaster.pid')

/** What `postmaster.pid` says and whether it is true; undefined when there is no such file. */
export function findPostmaster({ folder }: Cluster): Postmaster | undefined {
  const lines = readOr(pidFile(folder), '').split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0)) return undefined
  const standsIn = workingFolder(pid)
  return {
    pid,
    port: Number(lines[3]) || 0,
    // After a crash the number may have passed to another process; PostgreSQL always stands in its folder.
    runs: processIdentity(pid) !== undefined && (standsIn === undefined || standsIn === folder),
    ready: lines[7]?.trim() === 'ready',
  }
}

/**
 * Starts the server as a process of its own, which outlives us: what ends us must not interrupt a write of another.
 * Returns when it accepts connections or has ended; the latter is an error unless another server runs on the folder.
 */
export async function startPostgres(cluster: Cluster): Promise<void> {
  const { folder, binaries, account, log } = cluster
  const stale = findPostmaster(cluster)
  if (stale?.runs) return
  // The number in the file may be someone else's by now; PostgreSQL would believe it and refuse to start.
  if (stale !== undefined && processIdentity(stale.pid) !== undefined) rmSync(pidFile(folder), { force: true })
  const port = await freePort(stale?.port ?? 0)
  const logFile = openLog(log)
  const options = Object.entries({ ...settings, ...cluster.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = spawn(binaries.postgres, ['-D', folder, '-p', String(port), ...options], {
    ...under(account),
    cwd: folder,
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  server.unref()
  const ended = once(server, 'exit').catch(error => notExecutable(binaries.postgres, error))
  for (;;) {
    if ((await Promise.race([ended, sleep(pollEvery)])) !== undefined) break
    const found = findPostmaster(cluster)
    if (found?.pid === server.pid && found?.ready) return
  }
  if (findPostmaster(cluster)?.runs) return
  throw new Refusal(`PostgreSQL не запустился. Журнал: ${log}\n${lastLines(log)}`)
}

const pollEvery = 20

/** Stops a server that no one uses: it ends its sessions, writes everything down and exits. */
export async function stopPostgres(cluster: Cluster): Promise<void> {
  const found = findPostmaster(cluster)
  if (!found?.runs) return
  process.kill(found.pid, 'SIGINT')
  for (;;) {
    await sleep(pollEvery)
    const left = findPostmaster(cluster)
    if (left?.pid !== found.pid || !left.runs) return
  }
}

/** The port it had before, so that connections of those who still run find it again; else any free one. */
async function freePort(preferred: number): Promise<number> {
  const probe = createServer()
  try {
    probe.listen(preferred, '127.0.0.1')
    await once(probe, 'listening')
    const address = probe.address()
    return typeof address === 'object' && address !== null ? address.port : freePort(0)
  } catch (error) {
    if (preferred === 0) throw error
    return freePort(0)
  } finally {
    if (probe.listening) {
      probe.close()
      await once(probe, 'close')
    }
  }
}

const notExecutable = (path: string, error: unknown): never => {
  throw new Refusal(
    `Не удалось выполнить ${path}: ${error instanceof Error ? error.message : error}. Встроенный PostgreSQL здесь не работает: установите PostgreSQL 15 или новее и укажите его адрес в DATABASE_URL.`,
    { cause: error },
  )
}

const under = (account: Account | undefined) => ({
  env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
})

const collect = (child: ChildProcess): (() => string) => {
  const parts: Buffer[] = []
  child.stderr?.on('data', (part: Buffer) => parts.push(part))
  return () => Buffer.concat(parts).toString('utf8').trim()
}

const largestLog = 10 * 1024 * 1024

/** The log is for reading, not for keeping: the one before it is kept once. */
const openLog = (path: string): number => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o640)
}

const lastLines = (path: string): string => readOr(path, '').trimEnd().split('\n').slice(-5).join('\n')

const readOr = (path: string, otherwise: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return otherwise
    throw error
  }
}
