import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, writeFileSync } from 'node:fs'
import { createServer, connect as dial, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { closedFolder, postgresAccount } from '../server/db/postgres-account.ts'
import { copiedBinaries, type PostgresBinaries, postgresBinaries } from '../server/db/postgres-binaries.ts'
import { type Cluster, prepareCluster, readPassword, superuser } from '../server/db/postgres-cluster.ts'
import { findPostmaster, startPostgres, stopPostgres } from '../server/db/postgres-server.ts'
import { seedReference } from '../server/db/reference/seed.ts'
import { listenLocally } from './local-port.ts'
import { kill } from './programs.ts'
import { clearFolder, temporaryFolder } from './temporary-folder.ts'

/** A primary with the product's schema, and a standby that streams from it. */
type Node = {
  url: string
  port: number
  start: () => Promise<void>
  stop: () => Promise<void>
  /** As in a power failure: nothing more is sent and no connection is closed properly. */
  crash: () => Promise<void>
}
type PrimaryAndStandby = { primary: Node; standby: Node; close: () => Promise<void> }

const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  autovacuum: 'off',
  wal_retrieve_retry_interval: '100ms',
  // Queries that conflict with replay are cancelled at once.
  max_standby_streaming_delay: '0',
}

/** Forwards connections to `to()`, like an address that moves from one server to another. */
export async function movingAddress(to: () => number): Promise<{ port: number; cut: () => void; close: () => void }> {
  const open = new Set<Socket>()
  const server = createServer(client => {
    const there = dial(to(), '127.0.0.1')
    client.pipe(there).pipe(client)
    for (const end of [client, there]) {
      open.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        open.delete(end)
        client.destroy()
        there.destroy()
      })
    }
  })
  const port = await listenLocally(server)
  const cut = (): void => {
    for (const end of open) end.destroy()
  }
  return {
    port,
    cut,
    close: () => {
      server.close()
      cut()
    },
  }
}

function installedBinaries(folder: string): PostgresBinaries {
  const [initdb, postgres] = [join(folder, 'initdb'), join(folder, 'postgres')]
  const [version = ''] = /\d[\d.]*/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' })) ?? []
  return { root: folder, initdb, postgres, version, major: version.split('.')[0] ?? version }
}

const clusterOf = (binaries: PostgresBinaries, folder: string, given: Readonly<Record<string, string>>): Cluster => ({
  folder,
  log: `${folder}.log`,
  binaries,
  account: postgresAccount(dirname(folder)),
  settings: { ...settings, ...given },
  onStarting: undefined,
})
/** A cluster of programs of this machine, which PostgreSQL's account may run where they are. */
export const installedCluster = (programs: string, folder: string, given: Readonly<Record<string, string>>): Cluster =>
  clusterOf(installedBinaries(programs), folder, given)
/** The address of a running cluster. */
export const clusterUrl = (cluster: Cluster): string =>
  `postgres://${superuser}:${readPassword(cluster)}@127.0.0.1:${findPostmaster(cluster)?.port}/postgres`

/** `programs`: a folder with PostgreSQL's programs; by default those of the packages. `given`: settings of both. */
export async function primaryAndStandby(
  programs?: string,
  given: Readonly<Record<string, string>> = {},
): Promise<PrimaryAndStandby> {
  const parent = temporaryFolder()
  const clear = (): void => clearFolder(parent)
  process.once('exit', clear)
  const account = postgresAccount(parent)
  const packaged = programs === undefined ? await postgresBinaries() : installedBinaries(programs)
  const isReachable = closedFolder(packaged.root, account) === undefined
  const binaries = isReachable ? packaged : await copiedBinaries(packaged, parent, account)
  const clusterIn = (name: string): Cluster => clusterOf(binaries, join(parent, name), given)
  const [first, second] = [clusterIn('primary'), clusterIn('standby')]
  await prepareCluster(first)
  await startPostgres(first)
  const db = connect(clusterUrl(first))
  await migrate(db)
  await seedReference(db, { magistratesOf: [] })
  await db.destroy()
  await stopPostgres(first)
  execFileSync('cp', ['-a', first.folder, second.folder])
  await startPostgres(first)
  const port = findPostmaster(first)?.port
  appendFileSync(
    join(second.folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${superuser} password=${readPassword(first)}'\n`,
  )
  writeFileSync(join(second.folder, 'standby.signal'), '')
  if (account) chownSync(join(second.folder, 'standby.signal'), account.uid, account.gid)
  await startPostgres(second)

  const node = (cluster: Cluster): Node => ({
    url: clusterUrl(cluster),
    port: findPostmaster(cluster)?.port ?? 0,
    start: () => startPostgres(cluster),
    stop: () => stopPostgres(cluster),
    crash: async () => {
      kill(findPostmaster(cluster)?.pid, 'SIGQUIT')
      while (findPostmaster(cluster)?.runs) await sleep(20)
    },
  })
  return {
    primary: node(first),
    standby: node(second),
    close: async () => {
      await Promise.all([stopPostgres(first), stopPostgres(second)])
      process.off('exit', clear)
      clear()
    },
  }
}
