import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { embeddedUrl } from './client-options.ts'
import { type ClusterUser, clusterUser } from './cluster-users.ts'
import { dataFolder } from './data-folder.ts'
import { databaseTrouble } from './database-trouble.ts'
import { closedFolder } from './postgres-account.ts'
import { copiedBinaries, postgresBinaries } from './postgres-binaries.ts'
import { type Cluster, prepareCluster, readPassword, superuser } from './postgres-cluster.ts'
import { findPostmaster, startPostgres, stopPostgres } from './postgres-server.ts'
import { errorCode, Refusal } from './refusal.ts'
import { withStartLock } from './start-lock.ts'

/**
 * The embedded PostgreSQL, shared by all processes on one data folder: the first starts it, the last stops it. Each holds a shared advisory lock. A
 * process that gets the lock exclusively is the last, unless a user file belongs to a running process that lost its connection. A killed process
 * leaves the server running (decisions 0002 and 0077).
 */
export type Embedded = {
  /** For `databaseClientOptions`: stays valid when PostgreSQL restarts on another port. */
  url: string
  dataDir: string
  /** @throws Refusal when another process serves these data; `address` is shown to processes refused later. */
  claimServing(address: string): Promise<void>
  close(): Promise<void>
}

type EmbeddedOptions = {
  dataDir: string
  dataDirGiven: boolean
  settings?: Readonly<Record<string, string>>
  say?: (sentence: string) => void
  onStarting?: () => void
}

const presenceLock = 7_301_101
const servingLock = 7_301_102

const databaseName = 'sudmonitor'

export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { say = () => undefined } = options
  const cluster = await clusterOf(options, say)
  const user = clusterUser(cluster.folder)
  const closing = new AbortController()
  let presence = await enter(cluster, user, closing.signal).catch((error: unknown) => {
    user.leave()
    throw error
  })
  let servedAt: string | undefined
  let returning: Promise<void> | undefined

  /** Retries without limit: the operator may free the disk or end the other program. */
  const reconnect = async (): Promise<void> => {
    let told: string | undefined
    for (let pause = shortestPause; !closing.signal.aborted; pause = Math.min(2 * pause, longestPause)) {
      try {
        const entered = await enter(cluster, user, closing.signal)
        if (servedAt !== undefined) await claimOrLeave(entered.client, user, servedAt)
        presence = entered
        // Only now: if a connection breaks earlier, this loop replaces it.
        watch()
        if (told !== undefined) say('База данных снова отвечает.')
        return
      } catch (error) {
        if (closing.signal.aborted) return
        const reason = error instanceof Error ? error.message : String(error)
        if (reason !== told) say(`База данных перестала отвечать, жду её.\n${reason}`)
        told = reason
      }
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const watch = (): void => {
    presence.client.once('end', () => {
      if (!closing.signal.aborted) returning = reconnect()
    })
  }
  watch()

  return {
    url: embeddedUrl(cluster.folder, {
      user: superuser,
      password: readPassword(cluster),
      port: presence.port,
      database: databaseName,
    }),
    dataDir: dirname(cluster.folder),
    claimServing: async address => {
      await claim(presence.client, user, address)
      servedAt = address
    },
    close: async () => {
      closing.abort()
      await returning
      await leave(cluster, user, presence.client)
    },
  }
}

const shortestPause = 200
const longestPause = 10_000

async function clusterOf(
  { dataDir, dataDirGiven, settings = {}, onStarting }: EmbeddedOptions,
  say: (sentence: string) => void,
): Promise<Cluster> {
  const binaries = await postgresBinaries()
  const chosen = dataFolder({ dataDir, dataDirGiven }, say)
  const reachable = closedFolder(binaries.root, chosen.account) === undefined
  return {
    folder: chosen.cluster,
    log: join(chosen.dataDir, 'postgresql.log'),
    binaries: reachable ? binaries : await copiedBinaries(binaries, chosen.dataDir, chosen.account),
    account: chosen.account,
    settings,
    onStarting,
  }
}

type Presence = { client: pg.Client; port: number }

/** @throws Refusal with the obstacle; an AbortError after `signal` */
async function enter(cluster: Cluster, user: ClusterUser, signal: AbortSignal): Promise<Presence> {
  let silentSince = Date.now()
  for (;;) {
    signal.throwIfAborted()
    const found = findPostmaster(cluster)
    if (found?.runs) {
      user.join()
      const client = await present(cluster, found.port)
      if (client !== undefined) return { client, port: found.port }
      if (!found.ready) silentSince = Date.now()
      if (Date.now() - silentSince > maxSilence)
        throw new Refusal(
          `PostgreSQL (процесс ${found.pid}) не отвечает на порту ${found.port}. Журнал: ${cluster.log}`,
        )
    } else {
      await withStartLock(`${cluster.folder}.starting`, async () => {
        await prepareCluster(cluster)
        await startPostgres(cluster)
      })
      silentSince = Date.now()
    }
    await sleep(attemptEvery)
  }
}

const attemptEvery = 20
const maxSilence = 30_000

async function present(cluster: Cluster, port: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password: readPassword(cluster),
    // Advisory locks are per database.
    database: 'postgres',
    application_name: 'sudmonitor',
    keepAlive: true,
    connectionTimeoutMillis: presenceTimeout,
    query_timeout: presenceTimeout,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder, pg_advisory_lock_shared($1)`,
      [presenceLock],
    )
    if (rows[0]?.folder !== cluster.folder)
      throw new Refusal(
        `Папка ${cluster.folder} — копия другой: её база данных работает в ${rows[0]?.folder}. Остановите её и удалите из копии файл postmaster.pid.`,
      )
    await makeDatabase(client)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    if (errorCode(error) === wrongPassword)
      throw new Refusal(
        `Пароль базы данных в ${cluster.folder} не подходит: папка повреждена или собрана из разных копий.`,
      )
    if (error instanceof Refusal || !isPassing(error)) throw error
    return undefined
  }
}

/** A frozen PostgreSQL accepts connections but does not answer. */
const presenceTimeout = 10_000

const wrongPassword = '28P01'

const isPassing = (error: unknown): boolean =>
  errorCode(error) === undefined ? error instanceof Error : databaseTrouble(error) === 'away'

async function makeDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rowCount === 1) return
  await client.query(`create database ${databaseName} template template0`).catch((error: unknown) => {
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
  })
}

async function claim(client: pg.Client, user: ClusterUser, address: string): Promise<void> {
  for (let attempt = 0; attempt < claimAttempts; attempt++) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [servingLock])
    if (rows[0]?.got) {
      // A server whose connection broke has lost the lock, but still serves.
      if (servingNow(user) === undefined) return user.serveAt(address)
      await client.query('select pg_advisory_unlock($1)', [servingLock])
      break
    }
    await sleep(100)
  }
  const other = servingNow(user)
  throw new Refusal(
    `Судмонитор уже работает на этих данных${other === undefined ? '' : `: ${other.servedAt} (процесс ${other.pid})`}. Остановите его или укажите другую папку данных переменной DATA_DIR.`,
  )
}

/** Closes the connection if claiming fails: the next attempt makes a new one. */
async function claimOrLeave(client: pg.Client, user: ClusterUser, address: string): Promise<void> {
  try {
    await claim(client, user, address)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

const servingNow = (user: ClusterUser) => user.others().find(({ servedAt }) => servedAt !== undefined)

const claimAttempts = 5

async function leave(cluster: Cluster, user: ClusterUser, client: pg.Client): Promise<void> {
  // Before the lock is released, so that the last process sees no other users.
  user.leave()
  try {
    await client.query('select pg_advisory_unlock_all()')
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [presenceLock])
    // A process that joins now is disconnected by the stop and starts over; one whose connection broke has a user file.
    if (rows[0]?.alone && user.others().length === 0) await stopPostgres(cluster)
  } catch (error) {
    if (!isPassing(error)) throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
