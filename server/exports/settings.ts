import type { Kysely } from 'kysely'
import {
  columnsFor,
  columnsInOrder,
  type ExportColumn,
  exportColumnOf,
  foreignColumns,
  isExportColumn,
  usualColumns,
} from '#shared/domain/export-columns.ts'
import type { Holder } from '#shared/domain/permissions.ts'
import type { DB } from '../db/schema.ts'
import { forbidden } from '../http/errors.ts'

/** The columns that a person chose for the last export. */
type Person = Holder & { id: number }

/** The stored columns that still exist and are allowed; the default ones when none are stored. */
export async function chosenColumns(db: Kysely<DB>, account: Person): Promise<ExportColumn[]> {
  const kept = await db
    .selectFrom('export_choice')
    .where('account_id', '=', account.id)
    .select('selected_columns')
    .executeTakeFirst()
  const theirs = columnsFor(account)
  const chosen = kept?.selected_columns.filter(isExportColumn).filter(name => theirs.includes(name))
  return chosen === undefined || chosen.length === 0 ? usualColumns(account) : columnsInOrder(chosen)
}

export async function keepColumns(
  db: Kysely<DB>,
  account: Person,
  columns: readonly ExportColumn[],
): Promise<ExportColumn[]> {
  refuseForeignColumns(account, columns)
  const selected_columns = columnsInOrder(columns)
  await db
    .insertInto('export_choice')
    .values({ account_id: account.id, selected_columns })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet({ selected_columns }))
    .execute()
  return selected_columns
}

/** Throws a 403 that names a column this person may not have (§3 `tags`). */
export function refuseForeignColumns(account: Holder, columns: readonly ExportColumn[]): void {
  const [foreign] = foreignColumns(account, columns)
  if (foreign !== undefined) throw forbidden(`Столбец «${exportColumnOf(foreign).label}» (${foreign}) вам недоступен.`)
}
