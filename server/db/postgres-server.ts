import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, notExecutable, readOr, under } from './postgres-cluster.ts'
import { processIdentity, worksIn } from './process-identity.ts'
import { Refusal } from './refusal.ts'

/** The server process of a cluster: looked up, started, stopped. Who may do it when is decided in embedded.ts. */
export type Postmaster = { pid: number; port: number; runs: boolean; ready: boolean }

const pidFile = (folder: string): string => join(folder, 'postmaster.pid')

/** What `postmaster.pid` says and whether it is true; undefined when there is no such file. */
export function findPostmaster({ folder }: Cluster): Postmaster | undefined {
  const lines = readOr(pidFile(folder), '').split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0)) return undefined
  return {
    pid,
    port: Number(lines[3]) || 0,
    // After a crash the number may have passed to another process.
    runs: processIdentity(pid) !== undefined && worksIn(pid, folder),
    ready: lines[7]?.trim() === 'ready',
  }
}

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

/**
 * Starts the server as a process of its own, which outlives us: what ends us must not interrupt a write of another.
 * Returns when it accepts connections, or when another server turned out to run on the folder.
 */
export async function startPostgres(cluster: Cluster): Promise<void> {
  const stale = findPostmaster(cluster)
  if (stale?.runs) return
  const port = await freePort(stale?.port ?? 0)
  for (const began = Date.now(); ; await sleep(orphanPoll)) {
    if (stale !== undefined) disown(cluster.folder)
    if ((await runPostgres(cluster, port)) || findPostmaster(cluster)?.runs) return
    const said = lastLines(cluster.log)
    // Processes of a killed server may still be at work on its memory; they notice within moments.
    if (!said.includes('shared memory block') || Date.now() - began > longestOrphans)
      throw new Refusal(`PostgreSQL не запустился. Журнал: ${cluster.log}\n${said}`)
  }
}

const orphanPoll = 200
const longestOrphans = 60_000

/**
 * The process named by a leftover pid file may be a zombie, or its number someone else's by now: PostgreSQL would take
 * either for a running server. The number of its own parent, ours, it takes for a leftover; and unlike the removal of
 * the file this leaves PostgreSQL its own check that nobody is still at work on the old server's memory.
 */
const disown = (folder: string): void => {
  const [, ...rest] = readFileSync(pidFile(folder), 'utf8').split('\n')
  writeFileSync(pidFile(folder), [process.pid, ...rest].join('\n'))
}

/** True: it accepts connections. False: it has ended. */
async function runPostgres(cluster: Cluster, port: number): Promise<boolean> {
  const { folder, binaries, account, log } = cluster
  const logFile = openLog(log)
  const options = Object.entries({ ...settings, ...cluster.settings })
  const server = spawn(
    binaries.postgres,
    ['-D', folder, '-p', String(port), ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...under(account), cwd: folder, detached: true, stdio: ['ignore', logFile, logFile] },
  )
  closeSync(logFile)
  server.unref()
  const ended = once(server, 'exit').catch(error => notExecutable(binaries.postgres, error))
  while ((await Promise.race([ended, sleep(pollEvery)])) === undefined) {
    const found = findPostmaster(cluster)
    if (found?.pid === server.pid && found?.ready) return true
  }
  return false
}

const pollEvery = 20

/** Stops a server that no one uses: it ends its sessions, writes everything down and exits. */
export async function stopPostgres(cluster: Cluster): Promise<void> {
  const found = findPostmaster(cluster)
  if (!found?.runs) return
  const server = processIdentity(found.pid)
  process.kill(found.pid, 'SIGINT')
  while (processIdentity(found.pid) === server) await sleep(pollEvery)
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

const largestLog = 10 * 1024 * 1024

/** The log is for reading, not for keeping: the one before it is kept once. */
const openLog = (path: string): number => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o640)
}

const lastLines = (path: string): string => readOr(path, '').trimEnd().split('\n').slice(-5).join('\n')
