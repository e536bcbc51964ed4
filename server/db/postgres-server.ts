import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, notExecutable, readIfExists, spawnOptions } from './postgres-cluster.ts'
import { isServerOf, processIdentity } from './process-identity.ts'
import { Refusal } from './refusal.ts'

/** The server process of a cluster; embedded.ts decides when to start and stop it. */
type Postmaster = { pid: number; port: number; runs: boolean; ready: boolean }

const pidFile = (folder: string): string => join(folder, 'postmaster.pid')

export function findPostmaster({ folder }: Pick<Cluster, 'folder'>): Postmaster | undefined {
  const lines = readIfExists(pidFile(folder), '').split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0)) return undefined
  return {
    pid,
    port: Number(lines[3]) || 0,
    runs: processIdentity(pid) !== undefined && isServerOf(pid, folder),
    ready: lines[7]?.trim() === 'ready',
  }
}

/** Tuned for two cores and a few gigabytes of memory. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Ends queries of killed clients, which releases their locks.
  client_connection_check_interval: '1s',
}

/**
 * Starts the server detached, so that signals to this process do not interrupt writes of other processes. Returns when it accepts connections, or
 * when another server turned out to run on the folder.
 */
export async function startPostgres(cluster: Cluster): Promise<void> {
  const stale = findPostmaster(cluster)
  if (stale?.runs) return
  for (const began = Date.now(); ; await sleep(orphanPoll)) {
    const port = await choosePort(stale?.port || rememberedPort(cluster))
    if (stale !== undefined) markPidStale(cluster.folder)
    if (await runPostgres(cluster, port)) return rememberPort(cluster, port)
    if (findPostmaster(cluster)?.runs) return
    const said = lastLines(cluster.log)
    // Processes of a killed server may hold its shared memory for a moment longer; another program may have taken the port.
    if (!/shared memory block|could not bind/.test(said) || Date.now() - began > maxOrphans)
      throw new Refusal(`PostgreSQL не запустился. Журнал: ${cluster.log}\n${said}`)
  }
}

const orphanPoll = 200
const maxOrphans = 60_000

const portFile = ({ folder }: Cluster): string => join(folder, 'sudmonitor.port')
const rememberedPort = (cluster: Cluster): number => Number.parseInt(readIfExists(portFile(cluster), ''), 10) || 0
const rememberPort = (cluster: Cluster, port: number): void => {
  try {
    // Replaced by rename: the old file may belong to another account, and on a full disk it stays intact.
    writeFileSync(`${portFile(cluster)}.new`, String(port))
    renameSync(`${portFile(cluster)}.new`, portFile(cluster))
  } catch {
    // The next start chooses a new port, and clients look it up.
  }
}

/**
 * PostgreSQL would take a zombie, or a reused pid, in a stale pid file for a running server. The pid of its own parent counts as stale; unlike
 * deleting the file, this keeps the shared memory check.
 */
const markPidStale = (folder: string): void => {
  const [, ...rest] = readFileSync(pidFile(folder), 'utf8').split('\n')
  writeFileSync(pidFile(folder), [process.pid, ...rest].join('\n'))
}

async function runPostgres(cluster: Cluster, port: number): Promise<boolean> {
  const { folder, binaries, account, log } = cluster
  const logFile = openLog(log)
  const options = Object.entries({ ...settings, ...cluster.settings })
  const server = spawn(
    binaries.postgres,
    ['-D', folder, '-p', String(port), ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...spawnOptions(account), cwd: folder, detached: true, stdio: ['ignore', logFile, logFile] },
  )
  closeSync(logFile)
  server.unref()
  cluster.onStarting?.()
  const ended = once(server, 'exit').catch(error => notExecutable(binaries.postgres, error))
  while ((await Promise.race([ended, sleep(pollEvery)])) === undefined) {
    const found = findPostmaster(cluster)
    if (found?.pid === server.pid && found?.ready) return true
  }
  return false
}

const pollEvery = 20

export async function stopPostgres(cluster: Cluster): Promise<void> {
  const found = findPostmaster(cluster)
  if (!found?.runs) return
  const server = processIdentity(found.pid)
  process.kill(found.pid, 'SIGINT')
  while (processIdentity(found.pid) === server) await sleep(pollEvery)
}

/**
 * The previous port, else one below the ephemeral range: while PostgreSQL is down, an ephemeral port could be given to another program, or to a
 * client of ours that tries to reconnect.
 */
async function choosePort(preferred: number): Promise<number> {
  const tried = Array.from({ length: 20 }, () => randomInt(lowestPort, highestPort))
  for (const port of [...(preferred > 0 ? [preferred] : []), ...tried, 0]) {
    const free = await freePort(port)
    if (free !== undefined) return free
  }
  throw new Refusal('На этом компьютере нет свободного порта для базы данных.')
}

const lowestPort = 15_000
const highestPort = 32_000

async function freePort(preferred: number): Promise<number | undefined> {
  const probe = createServer()
  try {
    probe.listen(preferred, '127.0.0.1')
    await once(probe, 'listening')
    const address = probe.address()
    return typeof address === 'object' && address !== null ? address.port : undefined
  } catch {
    return undefined
  } finally {
    if (probe.listening) {
      probe.close()
      await once(probe, 'close')
    }
  }
}

const maxLogBytes = 10 * 1024 * 1024

const openLog = (path: string): number => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}

const lastLines = (path: string): string => readIfExists(path, '').trimEnd().split('\n').slice(-5).join('\n')
