import { type Kysely, sql, type Transaction } from 'kysely'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { copyCells } from '../copy-rows.ts'
import { isKnownMigration, latestMigration, migrate } from '../migrate.ts'
import { seedReference } from '../reference/seed.ts'
import { errorCode, Refusal } from '../refusal.ts'
import type { DB } from '../schema.ts'
import { knownNodes } from '../text-nodes.ts'
import type { BackupHeader, TableSection } from './backup-format.ts'
import { excludedTables, quotedIdentifier, seededTables, tablesOf } from './backup-tables.ts'
import { readBackup } from './read-backup.ts'

/** In one transaction. A file of an older schema is read into that schema, which is then migrated. */
type RestoreOptions = { onProgress?: (rows: number, all: number) => void; onBuilding?: () => void }

/** @throws Refusal when the database is not empty, or the file cannot be taken */
export async function restore(
  db: Kysely<DB>,
  file: string,
  { onProgress, onBuilding }: RestoreOptions = {},
): Promise<BackupHeader> {
  await refuseUnlessNew(db)
  const parts = readBackup(file)
  try {
    const first = await parts.next()
    if (first.done || !('header' in first.value)) throw new Refusal(`Это не копия базы Судмонитора: ${file}.`)
    const { header } = first.value
    if (!isKnownMigration(header.schema))
      throw new Refusal(`Файл сделан более новым Судмонитором (схема ${header.schema}). Обновите этот и повторите.`)
    await db.transaction().execute(async trx => {
      await lockTables(trx)
      if (header.schema !== latestMigration) {
        await emptySchema(trx)
        await migrate(trx, header.schema)
      }
      const columns = new Map((await tablesOf(trx)).map(one => [one.table, new Set(one.columns)]))
      const recreating = await dropKeysAndIndexes(trx)
      await sql.raw(`truncate ${await names(trx, seededTables)}`).execute(trx)
      let into: TableSection | undefined
      let done = 0
      for await (const part of parts) {
        if ('section' in part) {
          into = part.section
          const { table } = into
          const unknown = into.columns.find(column => !columns.get(table)?.has(column))
          if (unknown !== undefined) throw new Refusal(`В файле неизвестный столбец: ${table}.${unknown}.`)
        } else if ('rows' in part && into !== undefined) {
          await copyCells(trx, into.table, into.columns, part.rows)
          done += part.rows.length
          onProgress?.(done, header.rows)
        }
      }
      onBuilding?.()
      for (const { sequence, next } of header.sequences)
        await sql`alter sequence ${sql.id(sequence)} restart with ${sql.lit(next)}`.execute(trx)
      for (const statement of recreating) await sql.raw(statement).execute(trx)
      if (header.schema !== latestMigration) await migrate(trx)
    })
    await sql`analyze`.execute(db)
    await seedReference(db)
    return header
  } catch (error) {
    throw explained(error, file)
  } finally {
    await parts.return(undefined)
  }
}

const maxWait = '10s'

async function lockTables(trx: Transaction<DB>): Promise<void> {
  await sql.raw(settings).execute(trx)
  await sql.raw(`lock table ${await names(trx)} in access exclusive mode`).execute(trx)
  await refuseUnlessNew(trx)
}
const settings = `set local lock_timeout = '${maxWait}'; set local statement_timeout = 0; set local maintenance_work_mem = '256MB';
  set local datestyle = 'iso'; set local intervalstyle = 'iso_8601'; set local timezone = 'UTC'`

const names = async (db: Kysely<DB>, only?: readonly string[]): Promise<string> =>
  (await tablesOf(db))
    .filter(({ table }) => !table.startsWith('kysely_') && (only?.includes(table) ?? true))
    .map(({ table }) => quotedIdentifier(table))
    .join(', ')

/** @throws Refusal unless the database is new */
async function refuseUnlessNew(db: Kysely<DB>): Promise<void> {
  if ((await knownNodes(db)).length > 0) throw new Refusal(`Тексты этой базы лежат на других серверах. ${whereTo}`)
  for (const { table } of await tablesOf(db)) {
    if (seededTables.includes(table) || excludedTables.includes(table)) continue
    const { rows } = await sql`select from ${sql.id(table)} limit 1`.execute(db)
    if (rows.length > 0) throw new Refusal(`База не пуста${await whatIsIn(db)}. ${whereTo}`)
  }
}
const whereTo = `Восстановить можно только в пустую базу: назовите в DATA_DIR новую папку или в DATABASE_URL новую базу.`

async function whatIsIn(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ cases: number; accounts: number }>`
    select (select count(*) from court_case) as cases, (select count(*) from account) as accounts`.execute(db)
  const { cases = 0, accounts = 0 } = rows[0] ?? {}
  return `: в ней ${counted(cases, caseForms)} и ${counted(accounts, accountForms)}`
}
const accountForms = ['учётная запись', 'учётные записи', 'учётных записей'] as const

/** Drops foreign keys and secondary indexes; answers the statements that make them again. */
async function dropKeysAndIndexes(trx: Transaction<DB>): Promise<string[]> {
  const { rows } = await sql<{ dropping: string; recreating: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as dropping,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as recreating
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema()::regnamespace and not indisunique and relkind = 'r'`.execute(trx)
  for (const { dropping } of rows) await sql.raw(dropping).execute(trx)
  // Indexes first: they speed up checking keys.
  return rows.map(({ recreating }) => recreating).sort((left, right) => Number(isKey(left)) - Number(isKey(right)))
}
const isKey = (statement: string): boolean => statement.startsWith('alter table')

/** The queue's schema, which has no jobs in an empty database, and those of versions of rows. */
const furtherSchemas = ['pgboss', 'as_of', 'versions']

async function emptySchema(trx: Transaction<DB>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(trx)
  const name = sql.id(rows[0]?.name ?? 'public')
  for (const further of furtherSchemas) await sql`drop schema if exists ${sql.id(further)} cascade`.execute(trx)
  await sql`drop schema ${name} cascade`.execute(trx)
  await sql`create schema ${name}`.execute(trx)
}

function explained(error: unknown, file: string): unknown {
  const code = errorCode(error)
  if (code === '55P03')
    return new Refusal('База занята: остановите сервер и другие команды, затем повторите.', { cause: error })
  if (code === '23503' || code === '23505' || code?.startsWith('22'))
    return new Refusal(
      `Данные файла противоречат друг другу: ${error instanceof Error ? error.message : error}. Файл: ${file}. Ничего не записано.`,
      { cause: error },
    )
  return error
}
