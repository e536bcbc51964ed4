import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { errorCode, Refusal } from './refusal.ts'
import type { DB } from './schema.ts'

/** Migrations run in the order of their names. A released migration is frozen: later changes need a new one. */
const migrationFolder = path.join(import.meta.dirname, 'migrations')
/** Ignores other files in the folder, such as those left by editors. */
const migrationFiles = readdirSync(migrationFolder)
  .filter(file => /^\d{4}-[a-z0-9-]+\.[jt]s$/.test(file))
  .sort()
const migrationNames = migrationFiles.map(file => path.parse(file).name)
const provider = new FileMigrationProvider({
  fs: { readdir: async () => migrationFiles },
  path,
  migrationFolder,
  // As a URL: a path may contain `%` or `#`.
  import: file => import(pathToFileURL(file).href),
})

const how = { provider, allowUnorderedMigrations: true }

export const latestMigration = migrationNames.at(-1) ?? ''
export const isKnownMigration = (name: string): boolean => migrationNames.includes(name)

/**
 * Migrates up to date, or to the state after `target`; safe for concurrent processes. Returns the names of migrations it ran. `onUpdating`: a
 * database with data is about to be migrated, which may take long.
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
  // A database being restored has no other users.
  if (db.isTransaction) return run(db, target)
  return db.connection().execute(async one => {
    if (isInUse)
      for (const { name, migration } of done.filter(each => !isDone(each) && each.name <= target))
        if (hasBeside(migration)) await runOneByOne(one, name, migration.beside)
    return withoutQueues(one, () => run(one, target))
  })
}

async function run(one: Kysely<DB>, target: string): Promise<string[]> {
  const migrator = new Migrator({ db: one, ...how })
  // `migrateTo` skips unordered migrations that landed before its target.
  const { error, results = [] } =
    target === latestMigration ? await migrator.migrateToLatest() : await migrator.migrateTo(target)
  if (error !== undefined) throw error
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
}

/**
 * The part of a migration that runs before it on a database in use, outside its transaction: `create index concurrently` and the like. Must be
 * restartable. Servers that start together take turns, and none of those waiting may hold a snapshot, for `concurrently` would wait for that.
 */
type Beside = { beside: (db: Kysely<DB>) => Promise<void> }
const hasBeside = (migration: object): migration is Beside =>
  'beside' in migration && typeof migration.beside === 'function'

async function runOneByOne(one: Kysely<DB>, name: string, beside: Beside['beside']): Promise<void> {
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
 * Queries queue behind a migration that waits for a lock, and a long read (an export, a backup) may hold that lock for minutes. So the migration
 * gives up after a short lock timeout and retries.
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

/** Migrations with such names drop what the previous release reads or writes (docs/operations.md). */
const isDropping = /^\d{4}-drop-/

/**
 * Most starts have nothing to migrate and load no migrations. During a rolling update a later version may have added migrations unknown to this one.
 * @throws Refusal if a later version has dropped something
 */
async function isUpToDate(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (rows.length === 0) return false
  const done = await namesDone(db)
  if (!migrationNames.every(name => done.includes(name))) return false
  const gone = done.find(name => !isKnownMigration(name) && isDropping.test(name))
  if (gone !== undefined) throw new Refusal(`База данных новее этой версии программы (${gone}). Обновите программу.`)
  return true
}

/** Whether a later version has migrated the database: this version must not overwrite its reference data. */
export const isOfLaterVersion = async (db: Kysely<DB>): Promise<boolean> =>
  (await namesDone(db)).some(name => !isKnownMigration(name))

const namesDone = async (db: Kysely<DB>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}
