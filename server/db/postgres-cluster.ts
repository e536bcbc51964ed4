import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderRefusal } from './data-folder.ts'
import type { SystemUser } from './postgres-account.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { errorCode, Refusal } from './refusal.ts'

/** A PostgreSQL cluster on disk; its server process is in postgres-server.ts. */
export type Cluster = {
  folder: string
  log: string
  binaries: PostgresBinaries
  account: SystemUser | undefined
  settings: Readonly<Record<string, string>>
  /** PostgreSQL was started and takes a while to accept connections. */
  onStarting: (() => void) | undefined
}

export const superuser = 'sudmonitor'

const passwordFile = (folder: string): string => join(folder, 'sudmonitor.password')

export const readPassword = (cluster: Cluster): string => readFileSync(passwordFile(cluster.folder), 'utf8')

export async function prepareCluster(cluster: Cluster): Promise<void> {
  const { folder, binaries } = cluster
  if (!existsSync(folder)) return makeCluster(cluster)
  const made = readIfExists(join(folder, 'PG_VERSION'), '').trim()
  if (made === '')
    throw new Refusal(
      `В папке ${folder} лежит не база данных. Уберите её или укажите другую папку данных переменной DATA_DIR.`,
    )
  if (made !== binaries.major)
    throw new Refusal(
      `База данных в ${folder} создана PostgreSQL ${made}, а эта версия Судмонитора работает с PostgreSQL ${binaries.major}. Перенесите данные (как — в docs/operations.md) или укажите другую папку данных переменной DATA_DIR.`,
    )
}

/** The first PostgreSQL with a built-in locale provider; older ones use the system, which may lack C.UTF-8. */
const firstOwnLocale = 17

/** Created in a temporary folder and renamed, so that a killed process leaves nothing that looks like a cluster. */
async function makeCluster({ folder, binaries, account, settings }: Cluster): Promise<void> {
  const unfinished = `${folder}.${randomBytes(4).toString('hex')}`
  const password = `${unfinished}.password`
  try {
    mkdirSync(unfinished, { mode: 0o700 })
    writeFileSync(password, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
    if (account !== undefined) for (const path of [unfinished, password]) chownSync(path, account.uid, account.gid)
    const initdb = spawn(
      binaries.initdb,
      [
        ...['--pgdata', unfinished, '--username', superuser, '--pwfile', password, '--auth', 'scram-sha-256'],
        ...['--encoding=UTF8', '--locale=C.UTF-8'],
        ...(Number(binaries.major) < firstOwnLocale ? [] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
        ...(settings.fsync === 'off' ? ['--no-sync'] : []),
      ],
      { ...spawnOptions(account), cwd: unfinished, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const complaints = collect(initdb)
    const [code] = await once(initdb, 'close').catch(error => notExecutable(binaries.initdb, error))
    if (code !== 0) throw new Refusal(`Не удалось создать базу данных в ${folder}.\n${complaints()}`)
    renameSync(password, passwordFile(unfinished))
    renameSync(unfinished, folder)
  } catch (error) {
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return
    throw folderRefusal(folder, error)
  } finally {
    for (const path of [unfinished, password]) rmSync(path, { recursive: true, force: true })
  }
}

const collect = (child: ChildProcess): (() => string) => {
  const parts: Buffer[] = []
  child.stderr?.on('data', (part: Buffer) => parts.push(part))
  return () => Buffer.concat(parts).toString('utf8').trim()
}

export const notExecutable = (path: string, error: unknown): never => {
  throw new Refusal(
    `Не удалось выполнить ${path}: ${error instanceof Error ? error.message : error}. Встроенный PostgreSQL здесь не работает: установите PostgreSQL 15 или новее и укажите его адрес в DATABASE_URL.`,
    { cause: error },
  )
}

export const spawnOptions = (account: SystemUser | undefined) => ({
  env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
})

export const readIfExists = (path: string, otherwise: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return otherwise
    throw error
  }
}
