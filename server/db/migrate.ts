import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
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
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  const done = await migrator.getMigrations()
  const isDone = ({ executedAt }: { executedAt?: Date | undefined }): boolean => executedAt !== undefined
  if (done.some(isDone) && !done.every(isDone)) onUpdating()
  // To a name that was run already, Kysely would leave out what has landed before it since.
  const { error, results = [] } =
    target === latestMigration ? await migrator.migrateToLatest() : await migrator.migrateTo(target)
  if (error !== undefined) throw error
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
}

/** Most starts have nothing to change: no migration is loaded for them. */
async function isUpToDate(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (rows.length === 0) return false
  const done = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db)
  return isDeepStrictEqual(
    done.rows.map(({ name }) => name),
    migrationNames,
  )
}
