import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { dataFolder } from './data-folder.ts'
import { closedFolder } from './postgres-account.ts'
import { copiedBinaries, postgresBinaries } from './postgres-binaries.ts'
import { type Cluster, prepareCluster, readPassword, superuser } from './postgres-cluster.ts'
import { findPostmaster, startPostgres, stopPostgres } from './postgres-server.ts'
import { errorCode, Refusal } from './refusal.ts'
import { withStartLock } from './start-lock.ts'

/**
 * The embedded PostgreSQL, shared by all processes on one data folder: the first starts it, the last stops it. Each holds a shared
 * advisory lock while it lives; whoever gets that lock exclusively is alone. A killed process leaves the server running (decision 0002).
 */
export type Embedded = {
  url: string
  dataDir: string
  /** @throws Refusal when another process serves these data already; `address` is what it will be told then. */
  claimServing(address: string): Promise<void>
  close(): Promise<void>
}

type EmbeddedOptions = {
  dataDir: string
  dataDirGiven: boolean
  settings?: Readonly<Record<string, string>>
  say?: (sentence: string) => void
  onLost?: (error: unknown) => void
}

const presenceLock = 7_301_101
const servingLock = 7_301_102

const databaseName = 'sudmonitor'

export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { settings = {}, say = () => undefined, onLost = () => undefined } = options
  const cluster = await clusterOf(options, say, settings)
  let presence = await enter(cluster)
  let servedAt: string | undefined
  let closing = false
  let returning: Promise<void> | undefined

  const comeBack = async (): Promise<void> => {
    const returned = await enter(cluster)
    if (returned.port !== presence.port) {
      await returned.client.end()
      throw new Refusal('База данных перезапустилась на другом порту. Запустите Судмонитор снова.')
    }
    presence = returned
    watch()
    if (servedAt !== undefined) await claim(presence.client, servedAt)
  }
  const watch = (): void => {
    presence.client.once('end', () => {
      if (!closing) returning = comeBack().catch(onLost)
    })
  }
  watch()

  return {
    url: `postgres://${superuser}:${readPassword(cluster)}@127.0.0.1:${presence.port}/${databaseName}`,
    dataDir: dirname(cluster.folder),
    claimServing: async address => {
      await claim(presence.client, address)
      servedAt = address
    },
    close: async () => {
      closing = true
      await returning
      await leave(cluster, presence.client)
    },
  }
}

async function clusterOf(
  { dataDir, dataDirGiven }: EmbeddedOptions,
  say: (sentence: string) => void,
  settings: Readonly<Record<string, string>>,
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
  }
}

type Presence = { client: pg.Client; port: number }

async function enter(cluster: Cluster): Promise<Presence> {
  let silentSince = Date.now()
  for (;;) {
    const found = findPostmaster(cluster)
    if (found?.runs) {
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

const wrongPassword = '28P01'

const isPassing = (error: unknown): boolean => {
  const code = errorCode(error)
  return code === undefined ? error instanceof Error : /^(ECONN|EPIPE|57P0|53300)/.test(code)
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rowCount === 1) return
  await client.query(`create database ${databaseName} template template0`).catch((error: unknown) => {
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
  })
}

async function claim(client: pg.Client, address: string): Promise<void> {
  for (let attempt = 0; attempt < claimAttempts; attempt++) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [servingLock])
    if (rows[0]?.got) {
      await client.query(`select set_config('application_name', $1, false)`, [`${process.pid} ${address}`])
      return
    }
    await sleep(100)
  }
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1`,
    [servingLock],
  )
  const [pid, servedAt] = (rows[0]?.application_name ?? '').split(' ')
  throw new Refusal(
    `Судмонитор уже работает на этих данных: ${servedAt} (процесс ${pid}). Остановите его или укажите другую папку данных переменной DATA_DIR.`,
  )
}

const claimAttempts = 5

async function leave(cluster: Cluster, client: pg.Client): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_all()')
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [presenceLock])
    // A process that joins now is cut off by the stop and starts over.
    if (rows[0]?.alone) await stopPostgres(cluster)
  } catch (error) {
    if (!isPassing(error)) throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
