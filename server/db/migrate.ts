import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { errorCode, Refusal } from './refusal.ts'
import type { DB } from './schema.ts'

/** Migrations run in the order of their names. One that has landed is frozen: what comes later is a new one. */
const migrationFolder = path.join(import.meta.dirname, 'migrations')
/** Whatever else lies beside them, as what an editor has left, is none. */
const migrationFiles = readdirSync(migrationFolder)
  .filter(file => /^\d{4}-[a-z0-9-]+\.[jt]s$/.test(file))
  .sort()
const migrationNames = migrationFiles.map(file => path.parse(file).name)
const provider = new FileMigrationProvider({
  fs: { readdir: async () => migrationFiles },
  path,
  migrationFolder,
  // As an address: a path may hold `%` or `#`.
  import: file => import(pathToFileURL(file).href),
})

const how = { provider, allowUnorderedMigrations: true }

/** The schema of this version, and whether it has ever been `name`. */
export const latestMigration = migrationNames.at(-1) ?? ''
export const isKnownMigration = (name: string): boolean => migrationNames.includes(name)

/**
 * Brings the schema up to date, or to what it was after `target`; safe to call by several processes at once. Returns the names of what it ran.
 * `onUpdating`: a database in use is about to be changed, which may take its time.
 */
export async function migrate(
  db: Kysely<DB>,
  target = latestMigration,
  onUpdating: () => void = () => undefined,
): Promise<string[]> {
  if (target === latestMigration && (await isUpToDate(db))) return []
  const done = await new Migrator({ db, ...how }).getMigrations()
  const isDone = ({ executedAt }: { executedAt?: Date | undefined }): boolean => executedAt !== undefined
  const isInUse = done.some(isDone)
  if (isInUse && !done.every(isDone)) onUpdating()
  // Nobody else is in a database that is being restored.
  if (db.isTransaction) return run(db, target)
  return db.connection().execute(async one => {
    if (isInUse)
      for (const { name, migration } of done.filter(each => !isDone(each) && each.name <= target))
        if (hasBeside(migration)) await inTurn(one, name, migration.beside)
    return withoutQueues(one, () => run(one, target))
  })
}

async function run(one: Kysely<DB>, target: string): Promise<string[]> {
  const migrator = new Migrator({ db: one, ...how })
  // To a name that was run already, Kysely would leave out what has landed before it since.
  const { error, results = [] } =
    target === latestMigration ? await migrator.migrateToLatest() : await migrator.migrateTo(target)
  if (error !== undefined) throw error
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
}

/**
 * What a migration does to a large table of a database in use goes before it, outside the transaction of all of them: `create index concurrently` and the
 * like. It may be begun again, and by servers that start together one after another: of those that wait none may hold a snapshot, which it would wait for.
 */
type Beside = { beside: (db: Kysely<DB>) => Promise<void> }
const hasBeside = (migration: object): migration is Beside =>
  'beside' in migration && typeof migration.beside === 'function'

async function inTurn(one: Kysely<DB>, name: string, beside: Beside['beside']): Promise<void> {
  const key = sql`hashtext(${name})`
  const take = () => sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(one)
  while ((await take()).rows[0]?.taken !== true) await pause(retryDelayMs)
  try {
    await beside(one)
  } finally {
    await sql`select pg_advisory_unlock(${key})`.execute(one)
  }
}

/**
 * Whoever asks for a table that a migration waits for waits behind it, and a long read (an export, a backup) may be before it for minutes. So it gives
 * way, and begins again a little later.
 */
async function withoutQueues<T>(one: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  await sql.raw(`set lock_timeout = ${lockTimeoutMs}`).execute(one)
  try {
    for (;;)
      try {
        return await work()
      } catch (error) {
        if (errorCode(error) !== lockNotAvailable) throw error
        await pause(retryDelayMs)
      }
  } finally {
    await sql`reset lock_timeout`.execute(one)
  }
}
const lockTimeoutMs = 1_000
const retryDelayMs = 1_000
const lockNotAvailable = '55P03'

/** Named so, a migration takes away what servers of the former version read or write (docs/operations.md). */
const takesAway = /^\d{4}-drop-/

/**
 * Most starts have nothing to change: no migration is loaded for them. A later version may have added what this one does not know, while servers are
 * updated one after another. @throws Refusal when it has taken something away
 */
async function isUpToDate(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (rows.length === 0) return false
  const done = await namesDone(db)
  if (!migrationNames.every(name => done.includes(name))) return false
  const gone = done.find(name => !isKnownMigration(name) && takesAway.test(name))
  if (gone !== undefined) throw new Refusal(`База данных новее этой версии программы (${gone}). Обновите программу.`)
  return true
}

/** Whether a later version has migrated it: what that one has brought up to date there, this one would put back. */
export const isOfLaterVersion = async (db: Kysely<DB>): Promise<boolean> =>
  (await namesDone(db)).some(name => !isKnownMigration(name))

const namesDone = async (db: Kysely<DB>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}
