import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Env } from '../env.ts'
import { connect } from './connect.ts'
import { closeUnusedFolder } from './data-folder.ts'
import { retryUntilConnected } from './database-trouble.ts'
import { buildDeferredIndexes } from './deferred-indexes.ts'
import { openEmbedded } from './embedded.ts'
import { latestMigration, migrate } from './migrate.ts'
import { checkOwnServer, explained, type WaitOptions } from './own-server.ts'
import { seedReference } from './reference/seed.ts'
import type { DB } from './schema.ts'
import { inSession } from './session.ts'
import { refuseWithoutTriggers } from './triggers.ts'

/** The database, by DATABASE_URL or embedded: checked, migrated, with reference data. Every command opens and closes it here. */
export type OpenDatabase = {
  db: Kysely<DB>
  url: string
  dataDir?: string
  /** @throws Refusal when another server uses these embedded data; several servers may share an external PostgreSQL. */
  claimServing(address: string): Promise<void>
  close(longestWait?: number): Promise<void>
  migrated: readonly string[]
}

/** `onStop` is called when a signal asks the command to stop. */
export type WithDatabase = (work: (database: OpenDatabase) => Promise<void>, onStop?: () => void) => Promise<void>

type OpenOptions = {
  say?: (sentence: string) => void
  onStarting?: () => void
  max?: number
  /** Milliseconds to wait for a database that does not answer. */
  longestAbsence?: number
}

/** @throws Refusal when the database is missing or unfit */
export async function openDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataDir' | 'dataDirGiven'>,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const { longestAbsence = usualAbsence, say } = options
  const server =
    env.databaseUrl === undefined
      ? await openEmbedded({ ...env, ...options })
      : await openOwn(env.databaseUrl, env.dataDir, { longestMs: longestAbsence, say })
  const db = connect(server.url, options)
  const close = async (longestWait = usualWait): Promise<void> => {
    await Promise.race([db.destroy(), sleep(longestWait, undefined, { ref: false })])
    await server.close()
  }
  const stepwise = <T>(step: () => Promise<T>): Promise<T> =>
    retryUntilConnected(AbortSignal.timeout(longestAbsence), step)
  try {
    // Each step may be retried.
    const migrated = await stepwise(() =>
      inSession(db, session => migrate(session, latestMigration, () => say?.(updating))),
    )
    await stepwise(() => refuseWithoutTriggers(db))
    await stepwise(async () => {
      await buildDeferredIndexes(db)
      await seedReference(db)
    })
    return { ...server, db, close, migrated }
  } catch (error) {
    await close()
    throw explained(error)
  }
}

const updating =
  'Обновляю базу данных. Индексы слов строятся заново несколько минут на каждые сто тысяч текстов; до конца страницы не отвечают.'
const usualWait = 10_000
const usualAbsence = 60_000

type DatabaseServer = Pick<OpenDatabase, 'url' | 'dataDir' | 'claimServing'> & { close(): Promise<void> }

const openOwn = async (url: string, dataDir: string, waiting: WaitOptions): Promise<DatabaseServer> => {
  await checkOwnServer(url, waiting)
  closeUnusedFolder(dataDir)
  return { url, claimServing: async () => undefined, close: async () => undefined }
}
